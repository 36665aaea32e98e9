# port.cmake — the toolchain for another processor: Debian's cross compiler, and qemu to run what it makes.
# The presets port-* give PORT, as qemu calls the processor, and PORT_TRIPLE, as gcc does; tools/ports.sh
# installs both, and puts cmocka for the processor into build/ports/PORT.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PORT PORT_TRIPLE)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${PORT})
set(CMAKE_C_COMPILER ${PORT_TRIPLE}-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${PORT} -L /usr/${PORT_TRIPLE})
set(CMAKE_FIND_ROOT_PATH ${CMAKE_CURRENT_LIST_DIR}/../build/ports/${PORT} /usr/${PORT_TRIPLE})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
