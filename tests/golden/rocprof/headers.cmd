# Counters are the columns that are no other, whichever of its headers a version wrote.
shows() { jq -c '[.name, .start, .dur, .pid, .device, .smem, .grid, .counters]'; }
echo version 2 of the file plugin, without obj
printf '%s\n' 'Dispatch_ID,GPU_ID,Queue_ID,PID,TID,Grid_Size,Workgroup_Size,LDS_Per_Workgroup,Scratch_Per_Workitem,Arch_VGPR,Accum_VGPR,SGPR,Wave_Size,Kernel_Name,Start_Timestamp,End_Timestamp,Correlation_ID,GRBM_COUNT' \
    '1,4,1,353,353,1048576,16,512,0,8,0,16,64,"f(char*, char*) (.kd)",9100,9300,33,12637.000000' | pp-parse | shows
echo the names that Omniperf gives the columns of version 1
printf '%s\n' 'Dispatch_ID,Kernel_Name,GPU_ID,queue-id,queue-index,pid,tid,Grid_Size,Workgroup_Size,LDS_Per_Workgroup,Scratch_Per_Workitem,Arch_VGPR,Accum_VGPR,SGPR,wave_size,sig,obj,SQ_WAVES,TCC_EA0_RDREQ[0],DispatchNs,Start_Timestamp,End_Timestamp,CompleteNs' \
    '0,main.kd,4,0,0,353,353,233472,256,0,0,24,0,48,64,0x7f,0x7e,3648,135532,9000,9100,9300,9400' | pp-parse | shows
