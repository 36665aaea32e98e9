/* keys.c — the same: `keys.h` */
#include "keys.h"

#include <string.h>

int keys_latin(int character)
{
    /* а to я, U+0430 to U+044F, on the usual Russian keyboard. */
    static const char latin[] = "f,dult;pbqrkvyjghcnea[wxio]sm'.z";
    if (character >= 0x430 && character < 0x450)
        return latin[character - 0x430];
    if (character >= 0x410 && character < 0x430) {
        int small = latin[character - 0x410];
        return small >= 'a' && small <= 'z' ? small - 'a' + 'A' : small;
    }
    return character;
}

/* Where a verb has no letter of its own, its first argument tells the key: the face of a
 * die, the kind of a card, or the seat, which people count from 1. */
enum { BY_FACE = 1, BY_SEAT = 2 };

static const struct {
    const char *verb;
    char key;
} verbs[] = {
    {"keep", BY_FACE}, {"lay", BY_FACE}, {"add", BY_FACE}, {"rob", BY_SEAT},
    {"give", BY_SEAT}, {"roll", 'r'},    {"take", 't'},    {"steal", 'e'},
    {"stop", 'p'},     {"weasel", 'a'},  {"use", 'y'},     {"leave", 'n'},
    {"refuse", 'n'},   {"pass", 'p'},    {"decline", 'n'}, {"done", 'd'},
    {"open", 'o'},     {"aside", 'v'},   {"back", 'b'},    {"enough", 'n'},
};

int keys_of_action(const struct peck_node *action)
{
    const char *verb = peck_string_of(action, "verb");
    const char *first = peck_string_at(peck_member(action, "args"), 0);
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(verb, verbs[i].verb) != 0)
            continue;
        if (verbs[i].key > BY_SEAT)
            return verbs[i].key;
        if (first[0] == '\0')
            return 0;
        return verbs[i].key == BY_SEAT ? first[0] + 1 : first[0] == 'W' ? 'w' : first[0];
    }
    return 0;
}
