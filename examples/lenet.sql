-- lenet.sql - one training iteration of LeNet as an nvprof database.
--
--   sqlite3 lenet.db <lenet.sql
--
-- 64 images of 28 x 28 in, 10 classes out, 32-bit floats, one Tesla V100,
-- PyTorch 1.4 under PyProf's markers and torch.autograd.profiler.emit_nvtx().
-- The profiled window starts behind zero_grad() and ends behind the optimizer.
--
--   train.py:31   output = model(data)            lenet.py:17  x = pool(relu(conv1(x)))
--   train.py:32   loss = F.cross_entropy(output, target)
--   train.py:33   loss.backward(one)              lenet.py:18  x = pool(relu(conv2(x)))
--   train.py:34   optimizer.step()                lenet.py:19  x = x.view(-1, 256)
--                                                 lenet.py:20-22  fc1, fc2, fc3
--
-- The numbers are made up but for those that follow from the network: shapes,
-- sequence numbers, which ranges and kernels there are.  The tables are those
-- of nvprof's Version 12.  lenet.md works out what pp-prof must make of them.

BEGIN;
-- of a run before
DROP TABLE IF EXISTS Version;
DROP TABLE IF EXISTS StringTable;
DROP TABLE IF EXISTS CUPTI_ACTIVITY_KIND_DEVICE;
DROP TABLE IF EXISTS CUPTI_ACTIVITY_KIND_CONTEXT;
DROP TABLE IF EXISTS CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
DROP TABLE IF EXISTS CUPTI_ACTIVITY_KIND_RUNTIME;
DROP TABLE IF EXISTS CUPTI_ACTIVITY_KIND_DRIVER;
DROP TABLE IF EXISTS CUPTI_ACTIVITY_KIND_MEMCPY;
DROP TABLE IF EXISTS CUPTI_ACTIVITY_KIND_MEMSET;
DROP TABLE IF EXISTS CUPTI_ACTIVITY_KIND_MARKER;
CREATE TABLE Version(version INTEGER);
INSERT INTO Version VALUES(12);
CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY AUTOINCREMENT,
  value TEXT NOT NULL UNIQUE);
CREATE TABLE CUPTI_ACTIVITY_KIND_DEVICE(_id_ INTEGER PRIMARY KEY AUTOINCREMENT,
  flags INT NOT NULL, globalMemoryBandwidth INT NOT NULL,
  globalMemorySize INT NOT NULL, constantMemorySize INT NOT NULL,
  l2CacheSize INT NOT NULL, numThreadsPerWarp INT NOT NULL,
  coreClockRate INT NOT NULL, numMemcpyEngines INT NOT NULL,
  numMultiprocessors INT NOT NULL, maxIPC INT NOT NULL,
  maxWarpsPerMultiprocessor INT NOT NULL,
  maxBlocksPerMultiprocessor INT NOT NULL,
  maxSharedMemoryPerMultiprocessor INT NOT NULL,
  maxRegistersPerMultiprocessor INT NOT NULL,
  maxRegistersPerBlock INT NOT NULL, maxSharedMemoryPerBlock INT NOT NULL,
  maxThreadsPerBlock INT NOT NULL, maxBlockDimX INT NOT NULL,
  maxBlockDimY INT NOT NULL, maxBlockDimZ INT NOT NULL,
  maxGridDimX INT NOT NULL, maxGridDimY INT NOT NULL,
  maxGridDimZ INT NOT NULL, computeCapabilityMajor INT NOT NULL,
  computeCapabilityMinor INT NOT NULL, id INT NOT NULL,
  eccEnabled INT NOT NULL, uuid BLOB NOT NULL, name INT NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_CONTEXT(_id_ INTEGER PRIMARY KEY AUTOINCREMENT,
  contextId INT NOT NULL, deviceId INT NOT NULL, computeApiKind INT NOT NULL,
  nullStreamId INT NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL(
  _id_ INTEGER PRIMARY KEY AUTOINCREMENT, cacheConfig BLOB NOT NULL,
  sharedMemoryConfig INT NOT NULL, registersPerThread INT NOT NULL,
  partitionedGlobalCacheRequested INT NOT NULL,
  partitionedGlobalCacheExecuted INT NOT NULL, start INT NOT NULL,
  end INT NOT NULL, completed INT NOT NULL, deviceId INT NOT NULL,
  contextId INT NOT NULL, streamId INT NOT NULL, gridX INT NOT NULL,
  gridY INT NOT NULL, gridZ INT NOT NULL, blockX INT NOT NULL,
  blockY INT NOT NULL, blockZ INT NOT NULL, staticSharedMemory INT NOT NULL,
  dynamicSharedMemory INT NOT NULL, localMemoryPerThread INT NOT NULL,
  localMemoryTotal INT NOT NULL, correlationId INT NOT NULL,
  gridId INT NOT NULL, name INT NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(_id_ INTEGER PRIMARY KEY AUTOINCREMENT,
  cbid INT NOT NULL, start INT NOT NULL, end INT NOT NULL,
  processId INT NOT NULL, threadId INT NOT NULL, correlationId INT NOT NULL,
  returnValue INT NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_DRIVER(_id_ INTEGER PRIMARY KEY AUTOINCREMENT,
  cbid INT NOT NULL, start INT NOT NULL, end INT NOT NULL,
  processId INT NOT NULL, threadId INT NOT NULL, correlationId INT NOT NULL,
  returnValue INT NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(_id_ INTEGER PRIMARY KEY AUTOINCREMENT,
  copyKind INT NOT NULL, srcKind INT NOT NULL, dstKind INT NOT NULL,
  flags INT NOT NULL, bytes INT NOT NULL, start INT NOT NULL,
  end INT NOT NULL, deviceId INT NOT NULL, contextId INT NOT NULL,
  streamId INT NOT NULL, correlationId INT NOT NULL,
  runtimeCorrelationId INT NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET(_id_ INTEGER PRIMARY KEY AUTOINCREMENT,
  value INT NOT NULL, bytes INT NOT NULL, start INT NOT NULL,
  end INT NOT NULL, deviceId INT NOT NULL, contextId INT NOT NULL,
  streamId INT NOT NULL, correlationId INT NOT NULL, flags INT NOT NULL,
  memoryKind INT NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER(_id_ INTEGER PRIMARY KEY AUTOINCREMENT,
  flags INT NOT NULL, timestamp INT NOT NULL, id INT NOT NULL,
  objectKind INT NOT NULL, objectId BLOB NOT NULL, name INT NOT NULL,
  domain INT NOT NULL);

-- What follows says each thing once, in tables that go away again; the end of
-- the file makes nvprof's rows of them.  Times are ns from the first event.

-- Thread: RUNTIME has the low half of pthread_self() as a signed number, MARKER
-- has process 4242 and the same number as little-endian words.
CREATE TEMP TABLE thread(no INT, tid INT, object BLOB);
INSERT INTO thread VALUES
(1, -140327104, x'9210000040c7a2f700000000'),	-- Python
(2, 746579712, x'9210000000e77f2c00000000');	-- autograd's

-- Kernels whose name nvprof has in mangled form; cuBLAS's and some of cuDNN's
-- are not C++.
CREATE TEMP TABLE symbol(short TEXT, name TEXT);
INSERT INTO symbol VALUES
('offsets', '_ZN5cudnn4gemm20computeOffsetsKernelENS0_20ComputeOffsetsParamsE'),
('conv_f', '_ZN5cudnn6detail23implicit_convolve_sgemmIffLi1024ELi5ELi5ELi3ELi3ELi3ELi1ELb1ELb0ELb1EEEviiiPKT_iPT0_S4_18kernel_conv_paramsyiffiS4_S4_bii'),
('scudnn', 'volta_scudnn_128x32_relu_small_nn_v1'),
('dgrad', '_ZN5cudnn6detail12dgrad_engineIfLi512ELi6ELi5ELi3ELi3ELi3ELb0EEEviiiPKT_iS4_iPS2_18kernel_grad_paramsyiffi'),
('wgrad', '_ZN5cudnn6detail17wgrad_alg0_engineIfLi128ELi5ELi5ELi3ELi3ELi3ELb0ELi512EEEviiiPKT_iPS2_S4_18kernel_grad_paramsyifiiii'),
('dbias', '_Z14calc_bias_diffILi2EffLi128ELi0EEv17cudnnTensorStructPKT0_S0_PS1_T1_S5_i'),
('addbias', '_Z20add_tensor_kernel_v3ILi2EffLi16ELi16ELi1ELi16ELi4EEv17cudnnTensorStructPT0_S0_PKS1_T1_S5_'),
('splitk', '_Z19splitKreduce_kernelIffffEv18cublasSplitKParamsIT0_EPKT_PS3_S5_PKS1_S8_'),
('maxpool', '_ZN2at6native12_GLOBAL__N_121max_pool_forward_nchwIffEEviPKT_iiiiiiiiiiiiiPS3_Pl'),
('maxpool_b', '_ZN2at6native12_GLOBAL__N_122max_pool_backward_nchwIffEEviPKT_PKliiiiiiiiiiiiiiPS3_'),
('softmax', '_ZN78_GLOBAL__N__54_tmpxft_00008e34_00000000_11_SoftMax_compute_75_cpp1_ii_a331004220softmax_warp_forwardIfffLi4ELb1EEEvPT0_PKT_iii'),
('softmax_b', '_ZN78_GLOBAL__N__54_tmpxft_00008e34_00000000_11_SoftMax_compute_75_cpp1_ii_a331004221softmax_warp_backwardIfffLi4ELb1EEEvPT0_PKT_S5_iii'),
('nll', '_Z42cunn_ClassNLLCriterion_updateOutput_kernelIffEvPT_S1_S1_PlS1_iiiil'),
('nll_b', '_Z45cunn_ClassNLLCriterion_updateGradInput_kernelIfEvPT_S1_PlS1_S1_iiiil'),
('relu', '_ZN2at6native18elementwise_kernelILi512ELi1EZNS0_15gpu_kernel_implIZNS0_21threshold_kernel_implIfEEvRNS_14TensorIteratorET_S6_EUlffE_EEvS5_RKS6_EUliE0_EEviT1_'),
('relu_b', '_ZN2at6native18elementwise_kernelILi512ELi1EZNS0_15gpu_kernel_implIZNS0_21threshold_kernel_implIfEEvRNS_14TensorIteratorET_S6_EUlffE_EEvS5_RKS6_EUliE_EEviT1_'),
('copy', '_ZN2at6native18elementwise_kernelILi128ELi4EZNS0_15gpu_kernel_implIZZZNS0_21copy_device_to_deviceERNS_14TensorIteratorEbENKUlvE_clEvENKUlvE2_clEvEUlfE_EEvS4_RKT_EUliE2_EEviT1_'),
('add', '_ZN2at6native18elementwise_kernelILi512ELi1EZNS0_15gpu_kernel_implIZZZNS0_15add_kernel_cudaERNS_14TensorIteratorEN3c106ScalarEENKUlvE_clEvENKUlvE2_clEvEUlffE_EEvS4_RKT_EUliE0_EEviT1_'),
('sum', '_ZN2at6native13reduce_kernelILi512ENS0_8ReduceOpIfNS0_14func_wrapper_tIfZNS0_15sum_kernel_implIfffEEvRNS_14TensorIteratorEEUlffE_EEjfLi4EEEEEvT0_');

-- Ranges: thread, start, end, text.  To be read easily, the texts here have
--   "    for the single quote of Python's repr,
--   <..> for a tensor argument of that shape, in float32,
--   $torch for the folder of PyTorch.
-- A PyProf call is a trace range, a dict for each of the nested functions that
-- it wraps, and emit_nvtx's ranges with a sequence number.
CREATE TEMP TABLE span(thread INT, start INT, end INT, text TEXT);
INSERT INTO span VALUES
-- forward, main thread
(1, 10000, 916000, 'layer:LeNet'),
(1, 19000, 467500, 'layer:features'),
(1, 28000, 119500, '{"traceMarker": ["train.py:31", "$torch/nn/modules/module.py:532", "lenet.py:17", "$torch/nn/modules/module.py:532", "$torch/nn/modules/conv.py:345"]}'),
(1, 37000, 116500, '{"mod": "torch.nn.functional", "op": "conv2d", "args": [<64, 1, 28, 28>, <6, 1, 5, 5>, <6,>, {"name": "", "type": "tuple", "value": (1, 1)}, {"name": "", "type": "tuple", "value": (0, 0)}, {"name": "", "type": "tuple", "value": (1, 1)}, {"name": "", "type": "int", "value": 1}]}'),
(1, 46000, 113500, 'conv2d, seq = 40'),
(1, 55000, 110500, 'convolution, seq = 40'),
(1, 64000, 107500, '_convolution, seq = 40'),
(1, 73000, 104500, 'cudnn_convolution, seq = 40'),
(1, 128500, 177000, '{"traceMarker": ["train.py:31", "$torch/nn/modules/module.py:532", "lenet.py:17", "$torch/nn/modules/module.py:532", "$torch/nn/modules/activation.py:94"]}'),
(1, 137500, 174000, '{"mod": "torch.nn.functional", "op": "relu", "args": [<64, 6, 24, 24>]}'),
(1, 146500, 171000, '{"mod": "torch", "op": "relu", "args": [<64, 6, 24, 24>]}'),
(1, 155500, 168000, 'relu, seq = 41'),
(1, 186000, 246500, '{"traceMarker": ["train.py:31", "$torch/nn/modules/module.py:532", "lenet.py:17", "$torch/nn/modules/module.py:532", "$torch/nn/modules/pooling.py:141"]}'),
(1, 195000, 243500, '{"mod": "torch.nn.functional", "op": "max_pool2d", "args": [<64, 6, 24, 24>, {"name": "", "type": "int", "value": 2}, {"name": "", "type": "int", "value": 2}, {"name": "", "type": "int", "value": 0}, {"name": "", "type": "int", "value": 1}, {"name": "", "type": "bool", "value": False}, {"name": "", "type": "bool", "value": False}]}'),
(1, 204000, 240500, '{"mod": "torch", "op": "max_pool2d", "args": [<64, 6, 24, 24>, {"name": "", "type": "int", "value": 2}, {"name": "", "type": "int", "value": 2}, {"name": "", "type": "int", "value": 0}, {"name": "", "type": "int", "value": 1}, {"name": "", "type": "bool", "value": False}]}'),
(1, 213000, 237500, 'max_pool2d, seq = 42'),
(1, 222000, 234500, 'max_pool2d_with_indices, seq = 42'),
(1, 255500, 337500, '{"traceMarker": ["train.py:31", "$torch/nn/modules/module.py:532", "lenet.py:18", "$torch/nn/modules/module.py:532", "$torch/nn/modules/conv.py:345"]}'),
(1, 264500, 334500, '{"mod": "torch.nn.functional", "op": "conv2d", "args": [<64, 6, 12, 12>, <16, 6, 5, 5>, <16,>, {"name": "", "type": "tuple", "value": (1, 1)}, {"name": "", "type": "tuple", "value": (0, 0)}, {"name": "", "type": "tuple", "value": (1, 1)}, {"name": "", "type": "int", "value": 1}]}'),
(1, 273500, 331500, 'conv2d, seq = 43'),
(1, 282500, 328500, 'convolution, seq = 43'),
(1, 291500, 325500, '_convolution, seq = 43'),
(1, 300500, 322500, 'cudnn_convolution, seq = 43'),
(1, 346500, 395000, '{"traceMarker": ["train.py:31", "$torch/nn/modules/module.py:532", "lenet.py:18", "$torch/nn/modules/module.py:532", "$torch/nn/modules/activation.py:94"]}'),
(1, 355500, 392000, '{"mod": "torch.nn.functional", "op": "relu", "args": [<64, 16, 8, 8>]}'),
(1, 364500, 389000, '{"mod": "torch", "op": "relu", "args": [<64, 16, 8, 8>]}'),
(1, 373500, 386000, 'relu, seq = 44'),
(1, 404000, 464500, '{"traceMarker": ["train.py:31", "$torch/nn/modules/module.py:532", "lenet.py:18", "$torch/nn/modules/module.py:532", "$torch/nn/modules/pooling.py:141"]}'),
(1, 413000, 461500, '{"mod": "torch.nn.functional", "op": "max_pool2d", "args": [<64, 16, 8, 8>, {"name": "", "type": "int", "value": 2}, {"name": "", "type": "int", "value": 2}, {"name": "", "type": "int", "value": 0}, {"name": "", "type": "int", "value": 1}, {"name": "", "type": "bool", "value": False}, {"name": "", "type": "bool", "value": False}]}'),
(1, 422000, 458500, '{"mod": "torch", "op": "max_pool2d", "args": [<64, 16, 8, 8>, {"name": "", "type": "int", "value": 2}, {"name": "", "type": "int", "value": 2}, {"name": "", "type": "int", "value": 0}, {"name": "", "type": "int", "value": 1}, {"name": "", "type": "bool", "value": False}]}'),
(1, 431000, 455500, 'max_pool2d, seq = 45'),
(1, 440000, 452500, 'max_pool2d_with_indices, seq = 45'),
(1, 476500, 503500, '{"traceMarker": ["train.py:31", "$torch/nn/modules/module.py:532", "lenet.py:19"]}'),
(1, 485500, 500500, '{"mod": "Tensor", "op": "view", "args": [<64, 16, 4, 4>, {"name": "", "type": "int", "value": -1}, {"name": "", "type": "int", "value": 256}]}'),
(1, 494500, 497500, 'view, seq = 46'),
(1, 512500, 913000, 'layer:classifier'),
(1, 521500, 613000, '{"traceMarker": ["train.py:31", "$torch/nn/modules/module.py:532", "lenet.py:20", "$torch/nn/modules/module.py:532", "$torch/nn/modules/linear.py:87"]}'),
(1, 530500, 610000, '{"mod": "torch.nn.functional", "op": "linear", "args": [<64, 256>, <120, 256>, <120,>]}'),
(1, 539500, 554500, '{"mod": "Tensor", "op": "t", "args": [<120, 256>]}'),
(1, 548500, 551500, 't, seq = 47'),
(1, 563500, 607000, '{"mod": "torch", "op": "addmm", "args": [<120,>, <64, 256>, <256, 120>]}'),
(1, 572500, 604000, 'addmm, seq = 48'),
(1, 622000, 670500, '{"traceMarker": ["train.py:31", "$torch/nn/modules/module.py:532", "lenet.py:20", "$torch/nn/modules/module.py:532", "$torch/nn/modules/activation.py:94"]}'),
(1, 631000, 667500, '{"mod": "torch.nn.functional", "op": "relu", "args": [<64, 120>]}'),
(1, 640000, 664500, '{"mod": "torch", "op": "relu", "args": [<64, 120>]}'),
(1, 649000, 661500, 'relu, seq = 49'),
(1, 679500, 761500, '{"traceMarker": ["train.py:31", "$torch/nn/modules/module.py:532", "lenet.py:21", "$torch/nn/modules/module.py:532", "$torch/nn/modules/linear.py:87"]}'),
(1, 688500, 758500, '{"mod": "torch.nn.functional", "op": "linear", "args": [<64, 120>, <84, 120>, <84,>]}'),
(1, 697500, 712500, '{"mod": "Tensor", "op": "t", "args": [<84, 120>]}'),
(1, 706500, 709500, 't, seq = 50'),
(1, 721500, 755500, '{"mod": "torch", "op": "addmm", "args": [<84,>, <64, 120>, <120, 84>]}'),
(1, 730500, 752500, 'addmm, seq = 51'),
(1, 770500, 819000, '{"traceMarker": ["train.py:31", "$torch/nn/modules/module.py:532", "lenet.py:21", "$torch/nn/modules/module.py:532", "$torch/nn/modules/activation.py:94"]}'),
(1, 779500, 816000, '{"mod": "torch.nn.functional", "op": "relu", "args": [<64, 84>]}'),
(1, 788500, 813000, '{"mod": "torch", "op": "relu", "args": [<64, 84>]}'),
(1, 797500, 810000, 'relu, seq = 52'),
(1, 828000, 910000, '{"traceMarker": ["train.py:31", "$torch/nn/modules/module.py:532", "lenet.py:22", "$torch/nn/modules/module.py:532", "$torch/nn/modules/linear.py:87"]}'),
(1, 837000, 907000, '{"mod": "torch.nn.functional", "op": "linear", "args": [<64, 84>, <10, 84>, <10,>]}'),
(1, 846000, 861000, '{"mod": "Tensor", "op": "t", "args": [<10, 84>]}'),
(1, 855000, 858000, 't, seq = 53'),
(1, 870000, 904000, '{"mod": "torch", "op": "addmm", "args": [<10,>, <64, 84>, <84, 10>]}'),
(1, 879000, 901000, 'addmm, seq = 54'),
-- loss
(1, 925000, 1043000, '{"traceMarker": ["train.py:32"]}'),
(1, 934000, 1040000, '{"mod": "torch.nn.functional", "op": "cross_entropy", "args": [<64, 10>, {"name": "", "type": "tensor", "shape": (64,), "dtype": "int64"}, {"name": "weight", "type": "NoneType", "value": None}, {"name": "ignore_index", "type": "int", "value": -100}, {"name": "reduction", "type": "str", "value": "mean"}]}'),
(1, 943000, 991500, '{"mod": "torch.nn.functional", "op": "log_softmax", "args": [<64, 10>, {"name": "", "type": "int", "value": 1}]}'),
(1, 952000, 988500, '{"mod": "Tensor", "op": "log_softmax", "args": [<64, 10>, {"name": "", "type": "int", "value": 1}]}'),
(1, 961000, 985500, 'log_softmax, seq = 55'),
(1, 970000, 982500, '_log_softmax, seq = 55'),
(1, 1000500, 1037000, '{"mod": "torch.nn.functional", "op": "nll_loss", "args": [<64, 10>, {"name": "", "type": "tensor", "shape": (64,), "dtype": "int64"}, {"name": "", "type": "NoneType", "value": None}, {"name": "", "type": "NoneType", "value": None}, {"name": "", "type": "int", "value": -100}, {"name": "", "type": "NoneType", "value": None}, {"name": "", "type": "str", "value": "mean"}]}'),
(1, 1009500, 1034000, 'nll_loss, seq = 56'),
(1, 1018500, 1031000, 'nll_loss_forward, seq = 56'),
-- loss.backward(one): returns when the other thread is done
(1, 1052000, 2203500, '{"traceMarker": ["train.py:33"]}'),
(1, 1061000, 2200500, '{"mod": "Tensor", "op": "backward", "args": [{"name": "", "type": "float", "value": 2.3025851249694824}, {"name": "", "type": "float", "value": 1.0}]}'),
-- backward, autograd thread
(2, 1078000, 1110000, 'NllLossBackward, seq = 56'),
(2, 1087000, 1107000, 'nll_loss_backward, seq = 0'),
(2, 1115000, 1139500, 'LogSoftmaxBackward, seq = 55'),
(2, 1124000, 1136500, '_log_softmax_backward_data, seq = 0'),
(2, 1144500, 1226500, 'AddmmBackward, seq = 54'),
(2, 1153500, 1156500, 't, seq = 0'),
(2, 1165500, 1178000, 'mm, seq = 0'),
(2, 1187000, 1190000, 't, seq = 0'),
(2, 1199000, 1211500, 'mm, seq = 0'),
(2, 1220500, 1223500, 't, seq = 0'),
(2, 1235500, 1248000, 'sum, seq = 0'),
(2, 1253000, 1277500, 'torch::autograd::AccumulateGrad'),
(2, 1262000, 1274500, 'add_, seq = 0'),
(2, 1282500, 1297500, 'TBackward, seq = 53'),
(2, 1291500, 1294500, 't, seq = 0'),
(2, 1302500, 1327000, 'torch::autograd::AccumulateGrad'),
(2, 1311500, 1324000, 'add_, seq = 0'),
(2, 1332000, 1356500, 'ReluBackward0, seq = 52'),
(2, 1341000, 1353500, 'threshold_backward, seq = 0'),
(2, 1361500, 1443500, 'AddmmBackward, seq = 51'),
(2, 1370500, 1373500, 't, seq = 0'),
(2, 1382500, 1395000, 'mm, seq = 0'),
(2, 1404000, 1407000, 't, seq = 0'),
(2, 1416000, 1428500, 'mm, seq = 0'),
(2, 1437500, 1440500, 't, seq = 0'),
(2, 1452500, 1465000, 'sum, seq = 0'),
(2, 1470000, 1494500, 'torch::autograd::AccumulateGrad'),
(2, 1479000, 1491500, 'add_, seq = 0'),
(2, 1499500, 1514500, 'TBackward, seq = 50'),
(2, 1508500, 1511500, 't, seq = 0'),
(2, 1519500, 1544000, 'torch::autograd::AccumulateGrad'),
(2, 1528500, 1541000, 'add_, seq = 0'),
(2, 1549000, 1573500, 'ReluBackward0, seq = 49'),
(2, 1558000, 1570500, 'threshold_backward, seq = 0'),
(2, 1578500, 1660500, 'AddmmBackward, seq = 48'),
(2, 1587500, 1590500, 't, seq = 0'),
(2, 1599500, 1612000, 'mm, seq = 0'),
(2, 1621000, 1624000, 't, seq = 0'),
(2, 1633000, 1645500, 'mm, seq = 0'),
(2, 1654500, 1657500, 't, seq = 0'),
(2, 1669500, 1682000, 'sum, seq = 0'),
(2, 1687000, 1711500, 'torch::autograd::AccumulateGrad'),
(2, 1696000, 1708500, 'add_, seq = 0'),
(2, 1716500, 1731500, 'TBackward, seq = 47'),
(2, 1725500, 1728500, 't, seq = 0'),
(2, 1736500, 1761000, 'torch::autograd::AccumulateGrad'),
(2, 1745500, 1758000, 'add_, seq = 0'),
(2, 1766000, 1793000, 'ViewBackward, seq = 46'),
(2, 1775000, 1790000, 'reshape, seq = 0'),
(2, 1784000, 1787000, 'view, seq = 0'),
(2, 1798000, 1830000, 'MaxPool2DWithIndicesBackward, seq = 45'),
(2, 1807000, 1827000, 'max_pool2d_with_indices_backward, seq = 0'),
(2, 1835000, 1859500, 'ReluBackward0, seq = 44'),
(2, 1844000, 1856500, 'threshold_backward, seq = 0'),
(2, 1864500, 1944000, 'CudnnConvolutionBackward, seq = 43'),
(2, 1873500, 1941000, 'cudnn_convolution_backward, seq = 0'),
(2, 1882500, 1895000, 'cudnn_convolution_backward_input, seq = 0'),
(2, 1904000, 1916500, 'cudnn_convolution_backward_weight, seq = 0'),
(2, 1925500, 1938000, 'cudnn_convolution_backward_bias, seq = 0'),
(2, 1949000, 1973500, 'torch::autograd::AccumulateGrad'),
(2, 1958000, 1970500, 'add_, seq = 0'),
(2, 1978500, 2003000, 'torch::autograd::AccumulateGrad'),
(2, 1987500, 2000000, 'add_, seq = 0'),
(2, 2008000, 2040000, 'MaxPool2DWithIndicesBackward, seq = 42'),
(2, 2017000, 2037000, 'max_pool2d_with_indices_backward, seq = 0'),
(2, 2045000, 2069500, 'ReluBackward0, seq = 41'),
(2, 2054000, 2066500, 'threshold_backward, seq = 0'),
(2, 2074500, 2132500, 'CudnnConvolutionBackward, seq = 40'),
(2, 2083500, 2129500, 'cudnn_convolution_backward, seq = 0'),
(2, 2092500, 2105000, 'cudnn_convolution_backward_weight, seq = 0'),
(2, 2114000, 2126500, 'cudnn_convolution_backward_bias, seq = 0'),
(2, 2137500, 2162000, 'torch::autograd::AccumulateGrad'),
(2, 2146500, 2159000, 'add_, seq = 0'),
(2, 2167000, 2191500, 'torch::autograd::AccumulateGrad'),
(2, 2176000, 2188500, 'add_, seq = 0'),
-- optimizer.step(): SGD, one add_ a parameter, the middle argument is alpha
(1, 2221500, 2258000, '{"traceMarker": ["train.py:34", "$torch/optim/sgd.py:106"]}'),
(1, 2230500, 2255000, '{"mod": "Tensor", "op": "add_", "args": [<6, 1, 5, 5>, {"name": "", "type": "float", "value": -0.01}, <6, 1, 5, 5>]}'),
(1, 2239500, 2252000, 'add_, seq = 57'),
(1, 2267000, 2303500, '{"traceMarker": ["train.py:34", "$torch/optim/sgd.py:106"]}'),
(1, 2276000, 2300500, '{"mod": "Tensor", "op": "add_", "args": [<6,>, {"name": "", "type": "float", "value": -0.01}, <6,>]}'),
(1, 2285000, 2297500, 'add_, seq = 57'),
(1, 2312500, 2349000, '{"traceMarker": ["train.py:34", "$torch/optim/sgd.py:106"]}'),
(1, 2321500, 2346000, '{"mod": "Tensor", "op": "add_", "args": [<16, 6, 5, 5>, {"name": "", "type": "float", "value": -0.01}, <16, 6, 5, 5>]}'),
(1, 2330500, 2343000, 'add_, seq = 57'),
(1, 2358000, 2394500, '{"traceMarker": ["train.py:34", "$torch/optim/sgd.py:106"]}'),
(1, 2367000, 2391500, '{"mod": "Tensor", "op": "add_", "args": [<16,>, {"name": "", "type": "float", "value": -0.01}, <16,>]}'),
(1, 2376000, 2388500, 'add_, seq = 57'),
(1, 2403500, 2440000, '{"traceMarker": ["train.py:34", "$torch/optim/sgd.py:106"]}'),
(1, 2412500, 2437000, '{"mod": "Tensor", "op": "add_", "args": [<120, 256>, {"name": "", "type": "float", "value": -0.01}, <120, 256>]}'),
(1, 2421500, 2434000, 'add_, seq = 57'),
(1, 2449000, 2485500, '{"traceMarker": ["train.py:34", "$torch/optim/sgd.py:106"]}'),
(1, 2458000, 2482500, '{"mod": "Tensor", "op": "add_", "args": [<120,>, {"name": "", "type": "float", "value": -0.01}, <120,>]}'),
(1, 2467000, 2479500, 'add_, seq = 57'),
(1, 2494500, 2531000, '{"traceMarker": ["train.py:34", "$torch/optim/sgd.py:106"]}'),
(1, 2503500, 2528000, '{"mod": "Tensor", "op": "add_", "args": [<84, 120>, {"name": "", "type": "float", "value": -0.01}, <84, 120>]}'),
(1, 2512500, 2525000, 'add_, seq = 57'),
(1, 2540000, 2576500, '{"traceMarker": ["train.py:34", "$torch/optim/sgd.py:106"]}'),
(1, 2549000, 2573500, '{"mod": "Tensor", "op": "add_", "args": [<84,>, {"name": "", "type": "float", "value": -0.01}, <84,>]}'),
(1, 2558000, 2570500, 'add_, seq = 57'),
(1, 2585500, 2622000, '{"traceMarker": ["train.py:34", "$torch/optim/sgd.py:106"]}'),
(1, 2594500, 2619000, '{"mod": "Tensor", "op": "add_", "args": [<10, 84>, {"name": "", "type": "float", "value": -0.01}, <10, 84>]}'),
(1, 2603500, 2616000, 'add_, seq = 57'),
(1, 2631000, 2667500, '{"traceMarker": ["train.py:34", "$torch/optim/sgd.py:106"]}'),
(1, 2640000, 2664500, '{"mod": "Tensor", "op": "add_", "args": [<10,>, {"name": "", "type": "float", "value": -0.01}, <10,>]}'),
(1, 2649000, 2661500, 'add_, seq = 57');

-- Kernels: correlation id, thread, launch call from, to, kernel from, to, name,
-- grid, block, registers a thread, shared memory a block.
CREATE TEMP TABLE launch(corr INT, thread INT, from_ns INT, to_ns INT,
  start INT, end INT, name TEXT, gx INT, gy INT, gz INT, bx INT, by INT, bz INT,
  regs INT, smem INT);
INSERT INTO launch VALUES
(101, 1, 75000, 82000, 83100, 84796, 'offsets', 1, 1, 1, 128, 1, 1, 16, 0),
(102, 1, 84500, 91500, 92600, 102200, 'conv_f', 9, 9, 8, 8, 8, 1, 80, 4096),
(103, 1, 94000, 101000, 103100, 106268, 'addbias', 12, 64, 1, 16, 16, 1, 22, 0),
(104, 1, 157500, 164500, 165600, 169557, 'relu', 432, 1, 1, 512, 1, 1, 16, 0),
(105, 1, 224000, 231000, 232100, 235221, 'maxpool', 216, 1, 1, 256, 1, 1, 26, 0),
(106, 1, 302500, 309500, 310600, 323720, 'scudnn', 32, 1, 1, 128, 1, 1, 126, 8448),
(107, 1, 312000, 319000, 324620, 327084, 'addbias', 4, 64, 1, 16, 16, 1, 22, 0),
(108, 1, 375500, 382500, 383600, 385828, 'relu', 128, 1, 1, 512, 1, 1, 16, 0),
(109, 1, 442000, 449000, 450100, 452573, 'maxpool', 64, 1, 1, 256, 1, 1, 26, 0),
(110, 1, 574500, 581500, 582600, 584238, 'copy', 15, 1, 1, 128, 1, 1, 16, 0),
(111, 1, 584000, 591000, 592100, 600940, 'volta_sgemm_32x32_sliced1x4_tn', 4, 2, 2, 128, 1, 1, 86, 16384),
(112, 1, 593500, 600500, 601840, 604048, 'splitk', 8, 4, 1, 16, 16, 1, 32, 0),
(113, 1, 651000, 658000, 659100, 660685, 'relu', 15, 1, 1, 512, 1, 1, 16, 0),
(114, 1, 732500, 739500, 740600, 742226, 'copy', 11, 1, 1, 128, 1, 1, 16, 0),
(115, 1, 742000, 749000, 750100, 756360, 'volta_sgemm_32x32_sliced1x4_tn', 3, 2, 1, 128, 1, 1, 86, 16384),
(116, 1, 799500, 806500, 807600, 809159, 'relu', 11, 1, 1, 512, 1, 1, 16, 0),
(117, 1, 881000, 888000, 889100, 890703, 'copy', 2, 1, 1, 128, 1, 1, 16, 0),
(118, 1, 890500, 897500, 898600, 903705, 'volta_sgemm_32x128_tn', 1, 1, 1, 256, 1, 1, 86, 16384),
(119, 1, 972000, 979000, 980100, 982564, 'softmax', 16, 1, 1, 32, 4, 1, 22, 0),
(120, 1, 1020500, 1027500, 1028600, 1032472, 'nll', 1, 1, 1, 32, 1, 1, 34, 0),
(122, 2, 1096500, 1103500, 1104600, 1107704, 'nll_b', 1, 1, 1, 32, 1, 1, 32, 0),
(123, 2, 1126000, 1133000, 1134100, 1136372, 'softmax_b', 16, 1, 1, 32, 4, 1, 24, 0),
(124, 2, 1167500, 1174500, 1175600, 1180400, 'volta_sgemm_32x32_sliced1x4_nn', 3, 2, 1, 128, 1, 1, 86, 16384),
(125, 2, 1201000, 1208000, 1209100, 1214600, 'volta_sgemm_32x32_sliced1x4_nt', 3, 1, 1, 128, 1, 1, 86, 16384),
(126, 2, 1237500, 1244500, 1245600, 1248280, 'sum', 1, 1, 1, 32, 16, 1, 32, 2048),
(127, 2, 1264000, 1271000, 1272100, 1273500, 'add', 1, 1, 1, 512, 1, 1, 16, 0),
(128, 2, 1313500, 1320500, 1321600, 1323005, 'add', 2, 1, 1, 512, 1, 1, 16, 0),
(129, 2, 1343000, 1350000, 1351100, 1352767, 'relu_b', 11, 1, 1, 512, 1, 1, 16, 0),
(130, 2, 1384500, 1391500, 1392600, 1398800, 'volta_sgemm_32x32_sliced1x4_nn', 4, 2, 1, 128, 1, 1, 86, 16384),
(131, 2, 1418000, 1425000, 1426100, 1433000, 'volta_sgemm_32x32_sliced1x4_nt', 4, 3, 1, 128, 1, 1, 86, 16384),
(132, 2, 1454500, 1461500, 1462600, 1465872, 'sum', 3, 1, 1, 32, 16, 1, 32, 2048),
(133, 2, 1481000, 1488000, 1489100, 1490500, 'add', 1, 1, 1, 512, 1, 1, 16, 0),
(134, 2, 1530500, 1537500, 1538600, 1540067, 'add', 20, 1, 1, 512, 1, 1, 16, 0),
(135, 2, 1560000, 1567000, 1568100, 1569796, 'relu_b', 15, 1, 1, 512, 1, 1, 16, 0),
(136, 2, 1601500, 1608500, 1609600, 1617500, 'volta_sgemm_32x32_sliced1x4_nn', 8, 2, 1, 128, 1, 1, 86, 16384),
(137, 2, 1635000, 1642000, 1643100, 1651700, 'volta_sgemm_32x32_sliced1x4_nt', 8, 4, 1, 128, 1, 1, 86, 16384),
(138, 2, 1671500, 1678500, 1679600, 1683160, 'sum', 4, 1, 1, 32, 16, 1, 32, 2048),
(139, 2, 1698000, 1705000, 1706100, 1707500, 'add', 1, 1, 1, 512, 1, 1, 16, 0),
(140, 2, 1747500, 1754500, 1755600, 1757204, 'add', 60, 1, 1, 512, 1, 1, 16, 0),
(142, 2, 1816500, 1823500, 1824600, 1829238, 'maxpool_b', 1, 64, 16, 256, 1, 1, 40, 0),
(143, 2, 1846000, 1853000, 1854100, 1856519, 'relu_b', 128, 1, 1, 512, 1, 1, 16, 0),
(144, 2, 1884500, 1891500, 1892600, 1909848, 'dgrad', 9, 3, 64, 8, 8, 1, 72, 5120),
(145, 2, 1906000, 1913000, 1914100, 1935156, 'wgrad', 5, 1, 32, 16, 16, 1, 78, 6144),
(146, 2, 1927500, 1934500, 1936056, 1940248, 'dbias', 16, 1, 1, 128, 1, 1, 30, 0),
(147, 2, 1960000, 1967000, 1968100, 1969516, 'add', 5, 1, 1, 512, 1, 1, 16, 0),
(148, 2, 1989500, 1996500, 1997600, 1999000, 'add', 1, 1, 1, 512, 1, 1, 16, 0),
(150, 2, 2026500, 2033500, 2034600, 2043129, 'maxpool_b', 3, 64, 6, 256, 1, 1, 40, 0),
(151, 2, 2056000, 2063000, 2064100, 2068464, 'relu_b', 432, 1, 1, 512, 1, 1, 16, 0),
(152, 2, 2094500, 2101500, 2102600, 2121000, 'wgrad', 1, 1, 64, 16, 16, 1, 78, 6144),
(153, 2, 2116000, 2123000, 2124100, 2129124, 'dbias', 6, 1, 1, 128, 1, 1, 30, 0),
(154, 2, 2148500, 2155500, 2156600, 2158001, 'add', 1, 1, 1, 512, 1, 1, 16, 0),
(155, 2, 2178000, 2185000, 2186100, 2187500, 'add', 1, 1, 1, 512, 1, 1, 16, 0),
(156, 1, 2241500, 2248500, 2249600, 2251051, 'add', 1, 1, 1, 512, 1, 1, 16, 0),
(157, 1, 2287000, 2294000, 2295100, 2296550, 'add', 1, 1, 1, 512, 1, 1, 16, 0),
(158, 1, 2332500, 2339500, 2340600, 2342067, 'add', 5, 1, 1, 512, 1, 1, 16, 0),
(159, 1, 2378000, 2385000, 2386100, 2387550, 'add', 1, 1, 1, 512, 1, 1, 16, 0),
(160, 1, 2423500, 2430500, 2431600, 2433269, 'add', 60, 1, 1, 512, 1, 1, 16, 0),
(161, 1, 2469000, 2476000, 2477100, 2478550, 'add', 1, 1, 1, 512, 1, 1, 16, 0),
(162, 1, 2514500, 2521500, 2522600, 2524122, 'add', 20, 1, 1, 512, 1, 1, 16, 0),
(163, 1, 2560000, 2567000, 2568100, 2569550, 'add', 1, 1, 1, 512, 1, 1, 16, 0),
(164, 1, 2605500, 2612500, 2613600, 2615056, 'add', 2, 1, 1, 512, 1, 1, 16, 0),
(165, 1, 2651000, 2658000, 2659100, 2660550, 'add', 1, 1, 1, 512, 1, 1, 16, 0);

-- Memory set to zero: correlation id, thread, call from, to, set from, to, bytes.
CREATE TEMP TABLE fill(corr INT, thread INT, from_ns INT, to_ns INT,
  start INT, end INT, bytes INT);
INSERT INTO fill VALUES
(121, 2, 1089000, 1094000, 1095000, 1096301, 2560),
(141, 2, 1809000, 1814000, 1815000, 1816431, 262144),
(149, 2, 2019000, 2024000, 2025000, 2026742, 884736);

-- The batch goes to the device: call from, to, copy from, to, bytes.
CREATE TEMP TABLE upload(corr INT, thread INT, from_ns INT, to_ns INT,
  start INT, end INT, bytes INT);
INSERT INTO upload VALUES
(91, 1, 0, 4000, 2000, 21000, 200704),	-- 64 * 28 * 28 * 4 bytes
(92, 1, 5000, 8000, 21500, 22900, 512);	-- 64 * 8 bytes

-- From here on: nvprof's rows.
UPDATE span SET text = replace(replace(replace(replace(text,
  '<', '{"name": "", "type": "tensor", "shape": ('),
  '>', '), "dtype": "float32"}'), '"', ''''),
  '$torch', '/opt/conda/lib/python3.7/site-packages/torch');
UPDATE launch SET name = (SELECT s.name FROM symbol s WHERE short = launch.name)
  WHERE name IN (SELECT short FROM symbol);
CREATE TEMP TABLE zero AS SELECT 1583978808645121207 AS ns; -- March 2020

INSERT INTO StringTable VALUES(0, '-- null --'), (1, 'Tesla V100-SXM2-16GB');
INSERT INTO StringTable(value) SELECT DISTINCT name FROM launch;
INSERT INTO StringTable(value) SELECT DISTINCT text FROM span;

INSERT INTO CUPTI_ACTIVITY_KIND_DEVICE VALUES(1, 2, 898048000, 16914055168,
  65536, 6291456, 32, 1530000, 2, 80, 4, 64, 32, 98304, 65536, 65536, 49152,
  1024, 1024, 1024, 64, 2147483647, 65535, 65535, 7, 0, 0, 1,
  x'00112233445566778899aabbccddeeff', 1);
INSERT INTO CUPTI_ACTIVITY_KIND_CONTEXT VALUES(1, 1, 0, 1, 7);

-- cbid: 41 cudaMemcpyAsync, 51 cudaMemsetAsync, 211 cudaLaunchKernel.
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME
  (cbid, start, end, processId, threadId, correlationId, returnValue)
  SELECT cbid, ns + from_ns, ns + to_ns, 4242, tid, corr, 0
  FROM (SELECT 41 AS cbid, corr, thread, from_ns, to_ns FROM upload
    UNION ALL SELECT 51, corr, thread, from_ns, to_ns FROM fill
    UNION ALL SELECT 211, corr, thread, from_ns, to_ns FROM launch) JOIN zero
  JOIN thread ON no = thread ORDER BY from_ns;
INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL
  SELECT NULL, x'00', 0, regs, 1, 1, ns + start, ns + end, ns + end, 0, 1, 7,
    gx, gy, gz, bx, by, bz, smem, 0, 0, 193986560, corr, corr - 90, s._id_
  FROM launch JOIN zero JOIN StringTable s ON s.value = name ORDER BY start;
INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY	-- 1: to the device, from pageable memory
  SELECT NULL, 1, 1, 3, 1, bytes, ns + start, ns + end, 0, 1, 7, corr, 0
  FROM upload JOIN zero ORDER BY start;
INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET
  SELECT NULL, 0, bytes, ns + start, ns + end, 0, 1, 7, corr, 1, 3
  FROM fill JOIN zero ORDER BY start;
-- A range is two rows with one id: flags 2 with the name, flags 4 without.
INSERT INTO CUPTI_ACTIVITY_KIND_MARKER
  SELECT NULL, flags, ns + time, 180449 + id, 2, object, name, 0
  FROM (SELECT 2 AS flags, start AS time, span.rowid AS id, thread,
      s._id_ AS name FROM span JOIN StringTable s ON s.value = text
    UNION ALL SELECT 4, end, rowid, thread, 0 FROM span) JOIN zero
  JOIN thread ON no = thread ORDER BY time, flags DESC, id;
COMMIT;
