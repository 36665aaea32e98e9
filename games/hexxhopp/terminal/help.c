/* help.c — what Hexx & Hopp adds to the help of the command line; see <peck/help.h>. */
#include <peck/help.h>

const struct peck_help peck_help_hexxhopp = {
    .examples = {{"sim", "--option rounds=3 --record matches.peck",
                  "with an option, and kept for 'peck replay'"},
                 {"advise", "--figure '0,0:RBYYBW 1,0:…' --tile RYRBBW",
                  "where to place it?"}},
    .notes = {{"bench",
               "For Hexx & Hopp it also times the listing of all placements of one tile."}},
};
