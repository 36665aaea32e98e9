/* keys.h — keys without a terminal: what a key is called here, and which one plays an
 * action.
 *
 * A key is the character it types, or one of the special ones below. Letters are taken by
 * their place on the keyboard: who has switched it to Cyrillic plays with the same keys. */
#ifndef TERM_KEYS_H
#define TERM_KEYS_H

#include <peck/tree.h>

enum key {
    KEY_OTHER = 0x110000, /* beyond all characters: an unused key */
    KEY_ARROW_UP,
    KEY_ARROW_DOWN,
    KEY_ARROW_LEFT,
    KEY_ARROW_RIGHT,
    KEY_RETURN,
    KEY_TABULATOR,
    KEY_TABULATOR_BACK,
    KEY_ESCAPE,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_ERASE,
};

/* The key of a character as typed: a Cyrillic letter is the Latin one at its place. */
int keys_latin(int character);
/* The key that plays an action of the view; 0: none. Several may have the same. */
int keys_of_action(const struct peck_node *action);

#endif
