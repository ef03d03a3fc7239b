/*
 * copies.c - the direction of a copy.
 *
 * In:  a name or an argument, as nsys, nvprof, PyTorch or ROCm writes it
 * Out: "HtoD" and its like
 */
#include "parse/read/copies.h"

#include "common/nelems.h"

const char *copies_direction(struct str s)
{
	/* the first that is found: "HostToDevice" is in "HostToDeviceArray" */
	static const struct {
		const char *part, *copy;
	} words[] = {
	    {"HtoD", "HtoD"},
	    {"DtoH", "DtoH"},
	    {"DtoD", "DtoD"},
	    {"HtoH", "HtoH"},
	    {"PtoP", "PtoP"},
	    {"HtoA", "HtoA"},
	    {"AtoH", "AtoH"},
	    {"AtoA", "AtoA"},
	    {"AtoD", "AtoD"},
	    {"DtoA", "DtoA"},
	    {"DeviceArrayToDeviceArray", "AtoA"},
	    {"DeviceArrayToDevice", "AtoD"},
	    {"DeviceArrayToHost", "AtoH"},
	    {"DeviceToDeviceArray", "DtoA"},
	    {"HostToDeviceArray", "HtoA"},
	    {"HostToHost", "HtoH"},
	    {"HostToDevice", "HtoD"},
	    {"DeviceToHost", "DtoH"},
	    {"DeviceToDevice", "DtoD"},
	    {"Host-to-Device", "HtoD"},
	    {"Device-to-Host", "DtoH"},
	    {"Device-to-Device", "DtoD"},
	    {"Host-to-Host", "HtoH"},
	    {"Peer-to-Peer", "PtoP"},
	    {"Host-to-Array", "HtoA"},
	    {"Array-to-Host", "AtoH"},
	    {"Array-to-Array", "AtoA"},
	    {"Array-to-Device", "AtoD"},
	    {"Device-to-Array", "DtoA"},
	    {"HOST_TO_DEVICE", "HtoD"},
	    {"DEVICE_TO_HOST", "DtoH"},
	    {"DEVICE_TO_DEVICE", "DtoD"},
	    {"HOST_TO_HOST", "HtoH"},
	    {"H2D", "HtoD"},
	    {"D2H", "DtoH"},
	    {"D2D", "DtoD"},
	    {"H2H", "HtoH"},
	};
	size_t i;

	for (i = 0; i < NELEMS(words); i++)
		if (str_has(s, words[i].part))
			return words[i].copy;
	return NULL;
}

struct str copies_name(struct strbuf *b, const char *copy)
{
	b->n = 0;
	strbuf_printf(b, "Memcpy%s%s", copy ? " " : "", copy ? copy : "");
	return strbuf_get(b);
}
