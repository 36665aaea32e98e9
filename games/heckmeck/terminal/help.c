/* help.c — what Heckmeck adds to the help of the command line; see <peck/help.h>. */
#include <peck/help.h>

const struct peck_help peck_help_heckmeck = {
    .examples =
        {
            {"play", "--seats you,hard --option extra-wurm", "with the expansion"},
            {"advise", "--dice WW4 --rolled 11355 --mine 24 --tops 25,-",
             "which die to set aside?"},
            {"strategy", "--option extra-wurm", "with the expansion"},
            {"solve", "--tiles 8", "a small game, in seconds"},
        },
    .notes =
        {
            {"advise",
             "For Heckmeck it also prints the table of the turn: the chance of each total "
             "and the risk of failing."},
            {"bench",
             "For Heckmeck it also times matches of players who take or steal a tile "
             "whenever they can."},
            {"solve",
             "Heckmeck can be solved with two seats: 162 million values, 650 MB, and about "
             "25 minutes for each sweep and processor. A position is the grill, the top "
             "tile of each stack and the difference in worms. The values average over the "
             "tiles below, so they are almost exact."},
        },
};
