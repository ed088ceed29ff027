// The processor's own instruction for CRC-32C, where it has one. Swift has no name for it.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)

#include <cpuid.h>

static inline int understudy_has_crc32c(void) {
    unsigned int a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE4_2);
}

__attribute__((target("sse4.2"))) static inline uint32_t understudy_crc32c(
    uint32_t state, const void *_Nonnull bytes, size_t count) {
    const unsigned char *next = (const unsigned char *)bytes;
    uint64_t sum = state;
    for (; count >= 8; next += 8, count -= 8) {
        uint64_t word;
        memcpy(&word, next, 8);
        sum = __builtin_ia32_crc32di(sum, word);
    }
    for (; count > 0; next++, count--) sum = __builtin_ia32_crc32qi((uint32_t)sum, *next);
    return (uint32_t)sum;
}

#else

static inline int understudy_has_crc32c(void) { return 0; }

static inline uint32_t understudy_crc32c(uint32_t state, const void *_Nonnull bytes, size_t count) { return state; }

#endif
