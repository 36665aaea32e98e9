/* help.c — what No Thanks! adds to the help of the command line; see <peck/help.h>. */
#include <peck/help.h>

const struct peck_help peck_help_nothanks = {
    .examples = {{"advise", "--card 17 --pot 3 --chips 8 --cards '3 10/7 8/-'",
                  "take it?"}},
};
