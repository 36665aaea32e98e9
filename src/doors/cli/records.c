/* records.c — goes through the matches of a record file, for verbs that read them.
 *
 * A record that cannot be read is reported with its line. Verbs that want the rest continue
 * at the next line that begins a match. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

/* Goes from what is no record to the line that begins the next one, past `from`, or to the
 * end. */
static void skip_record(struct peck_reader *reader, const char *from)
{
    static const char begins[] = "match ";
    size_t length = sizeof begins - 1;
    while (reader->at < reader->end) {
        bool next = (size_t)(reader->end - reader->at) >= length &&
                    memcmp(reader->at, begins, length) == 0;
        if (next && reader->at > from && reader->at[-1] == '\n')
            return;
        const char *end = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
        reader->at = end != NULL ? end + 1 : reader->end;
        reader->line++;
    }
}

int records_each(const struct args *args, bool goes_on,
                 int (*with)(const struct args *args, const struct record *record,
                             bool *ends),
                 uint32_t *count)
{
    size_t length;
    const char *path = args->operands[0];
    char *bytes = cli_read_all(args->verb, path, &length);
    *count = 0;
    if (bytes == NULL)
        return STATUS_FAILED;
    struct peck_reader reader = peck_reader_begin(bytes, length);
    int status = STATUS_FINE;
    bool ends = false;
    const char *before = bytes;
    for (bool more = peck_reader_more(&reader); more && !ends;) {
        struct peck_match match;
        struct peck_error error;
        struct record record = {&match, ++*count, reader.at, 0, reader.line, before};
        if (peck_record_read(&reader, &match, &error) != PECK_OK) {
            status = cli_failure(args->verb, "%s, %s", output_path_name(path),
                                 args_why(args, &error));
            if (!goes_on)
                break;
            skip_record(&reader, record.bytes);
            more = peck_reader_more(&reader);
            continue;
        }
        before = reader.at;
        more = peck_reader_more(&reader); /* the comments below belong to this match */
        record.count = (size_t)(reader.at - record.bytes);
        int answer = with(args, &record, &ends);
        status = answer != STATUS_FINE ? answer : status;
        peck_match_free(&match);
    }
    if (status == STATUS_FINE && *count == 0)
        status =
            cli_fail(args->verb, MESSAGE_PLAIN_CLI_NO_MATCH,
                     (struct say_value[]){{"file", .text = output_path_name(path)}, {0}});
    free(bytes);
    return status;
}
