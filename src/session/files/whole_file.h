/* whole_file.h — writes files whole or not at all: a failure leaves the old file as it was.
 */
#ifndef SESSION_WHOLE_FILE_H
#define SESSION_WHOLE_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* A file that appears under its name when it is closed with `keep`, or not at all; one at a
 * time. NULL, or false, with the reason in errno. */
FILE *whole_file_open(const char *path);
bool whole_file_close(FILE *file, bool keep);

#endif
