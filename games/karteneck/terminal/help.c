/* help.c — what Heckmeck am Karteneck adds to the help of the command line; see
 * <peck/help.h>. */
#include <peck/help.h>

const struct peck_help peck_help_karteneck = {
    .examples = {{"advise", "--hand '1 4 4 W9' --laid '2 2/W5' --grill 21,28",
                  "lay or pass?"}},
};
