/* replay.c — runs a fuzz target over every file of the folders given, with any compiler.
 *
 * That is how the corpora take part in `make test`. Each input is named before it runs; a
 * target that fails traps. */
#include "target.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES = 1 << 20 };

/* The bytes go to the target in a block of exactly their size, so that a sanitizer sees a
 * read beyond it. */
static bool run_file(const char *path)
{
    static uint8_t bytes[FILE_BYTES];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    size_t count = fread(bytes, 1, sizeof bytes, file);
    bool whole = feof(file) && !ferror(file);
    fclose(file);
    uint8_t *exact = malloc(count > 0 ? count : 1);
    if (!whole || exact == NULL) {
        free(exact);
        return false;
    }
    memcpy(exact, bytes, count);
    LLVMFuzzerTestOneInput(exact, count);
    free(exact);
    return true;
}

static int run_directory(const char *name)
{
    DIR *directory = opendir(name);
    int files = 0;
    if (directory == NULL)
        return -1;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char path[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        puts(path);
        fflush(stdout);
        if (!run_file(path)) {
            closedir(directory);
            return -1;
        }
        files++;
    }
    closedir(directory);
    return files;
}

int main(int argc, char **argv)
{
    int files = 0;
    for (int i = 1; i < argc; i++) {
        int found = run_directory(argv[i]);
        if (found < 0) {
            fprintf(stderr, "cannot read %s\n", argv[i]);
            return 1;
        }
        files += found;
    }
    printf("%d inputs\n", files);
    return files > 0 ? 0 : 1; /* an empty corpus tests nothing */
}
