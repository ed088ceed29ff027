#include <stddef.h>
#include <stdint.h>

// libFuzzer's loop; the toolchain has the library, and no header for it.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
