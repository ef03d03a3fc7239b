/* Sorting and filtering of tables, zooming into stacks.  All is read from the page. */
"use strict";
(function () {
	function each(root, selector, f) {
		[].forEach.call(root.querySelectorAll(selector), f);
	}

	/* The exact value is in the title where the text is rounded or cut. */
	function value(cell, numeric) {
		var text = cell.title || cell.textContent;
		if (cell.classList.contains("m"))
			return null;
		return numeric ? parseFloat(text) : text;
	}

	/* What is unknown stays last; equal ones keep their order. */
	function compare(a, b, sign) {
		if (a === null || b === null)
			return (a === null) - (b === null);
		return sign * (a < b ? -1 : a > b ? 1 : 0);
	}

	function sort(table, th) {
		var column = th.cellIndex, numeric = !th.classList.contains("t");
		var body = table.tBodies[0], was = th.getAttribute("aria-sort");
		var up = was === "none" ? !numeric : was === "descending";
		var rows = [].map.call(body.rows, function (row, i) {
			return {row: row, i: i, v: value(row.cells[column], numeric)};
		});
		rows.sort(function (a, b) {
			return compare(a.v, b.v, up ? 1 : -1) || a.i - b.i;
		});
		rows.forEach(function (r) { body.appendChild(r.row); });
		each(table, "th", function (other) {
			other.setAttribute("aria-sort", "none");
		});
		th.setAttribute("aria-sort", up ? "ascending" : "descending");
	}

	function filter(section, text) {
		var rows = section.querySelector("tbody").rows, n = 0;
		text = text.toLowerCase();
		[].forEach.call(rows, function (row) {
			row.hidden = row.textContent.toLowerCase().indexOf(text) < 0;
			n += !row.hidden;
		});
		section.querySelector("output").textContent =
			(n < rows.length ? n + " of " : "") + rows.length + " rows";
	}

	each(document, "table", function (table) {
		each(table, "th", function (th) {
			th.querySelector("button").addEventListener("click", function () {
				sort(table, th);
			});
		});
	});
	each(document, "section", function (section) {
		var box = section.querySelector("input");
		if (box)
			box.addEventListener("input", function () { filter(section, box.value); });
	});

	/* Percentages are rounded to a thousandth, and no frame is as narrow as this. */
	var NEAR = 0.003;

	/* A stack fills the width; those that it is in do, too. */
	function zoom(frames, to) {
		var end = to.x + to.w;

		frames.forEach(function (f) {
			var around = f.y < to.y && f.x <= to.x + NEAR && f.x + f.w >= end - NEAR;
			var x = around ? 0 : (f.x - to.x) / to.w * 100;
			var w = around ? 100 : f.w / to.w * 100;
			f.svg.setAttribute("x", x + "%");
			f.svg.setAttribute("width", w + "%");
			f.svg.classList.toggle("hide",
				!around && (f.x >= end - NEAR || f.x + f.w <= to.x + NEAR));
		});
	}

	each(document, "svg.calls", function (picture) {
		var frames = [];
		each(picture, ".f", function (svg) {
			frames.push({svg: svg, x: parseFloat(svg.getAttribute("x")),
				y: +svg.getAttribute("y"), w: parseFloat(svg.getAttribute("width"))});
		});
		/* Arrows go from frame to frame that is shown. */
		function next(i, step) {
			do
				i += step;
			while (frames[i] && frames[i].svg.classList.contains("hide"));
			if (frames[i])
				frames[i].svg.focus();
		}

		frames.forEach(function (f, i) {
			f.svg.addEventListener("click", function () { zoom(frames, f); });
			f.svg.addEventListener("keydown", function (e) {
				if (e.key === "Enter" || e.key === " ")
					zoom(frames, f);
				else if (e.key === "Escape")
					zoom(frames, frames[0]);
				else if (e.key === "ArrowRight" || e.key === "ArrowDown")
					next(i, 1);
				else if (e.key === "ArrowLeft" || e.key === "ArrowUp")
					next(i, -1);
				else
					return;
				e.preventDefault();
			});
		});
	});
}());
