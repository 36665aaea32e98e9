/* trouble.c — an English sentence as an error: the only value of a message that is nothing
 * but this value. */
#include "trouble.h"

struct peck_text trouble_begin(struct peck_error *error)
{
    peck_error_say(error, "error.door");
    return peck_error_open(error, "why");
}

bool trouble(struct peck_error *error, const char *sentence)
{
    struct peck_text text = trouble_begin(error);
    peck_put(&text, sentence);
    return false;
}

bool trouble_about(struct peck_error *error, const char *what, const char *why)
{
    struct peck_text text = trouble_begin(error);
    peck_put(&text, what);
    peck_put(&text, ": ");
    peck_put(&text, why);
    return false;
}
