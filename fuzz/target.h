/* target.h — what the fuzz targets share: their one function, MUST, and bytes as choices.
 *
 * A target is one LLVMFuzzerTestOneInput: any bytes in, and a trap when something does not
 * hold. With the preset `fuzz` it becomes a libFuzzer program; in every other build
 * replay.c runs it over the files of fuzz/corpus. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include "tell/error.h"

#include <peck/match.h>

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

/* On in every build, unlike PECK_ASSERT. */
#define MUST(condition) ((condition) ? (void)0 : __builtin_trap())

/* Whether the catalogue has a sentence for the error: else its key stands for it. */
static inline bool is_told(const struct peck_error *error)
{
    char sentence[ERROR_SENTENCE];
    return error->key != NULL && strcmp(error_english(error, sentence), error->key) != 0;
}

/* Bytes as choices; zeros when they have run out. */
struct choices {
    const uint8_t *at, *end;
};

static inline uint32_t choose(struct choices *choices, uint32_t bytes)
{
    uint32_t value = 0;
    for (; bytes > 0; bytes--)
        value = value << 8 | (choices->at < choices->end ? *choices->at++ : 0u);
    return value;
}

#endif
