/* telling.h — what the games' text parts share: the sentence that is being written.
 *
 * A skin knows what a game's table means, and no rule. It reads the tables of the view
 * (docs/reference/view.md) before and after a ply, names what the sentences of the
 * catalogue ask for, and tells what a ply brought about without a line of its own: a turn
 * that failed, a round that ended. */
#ifndef TELL_TELLING_H
#define TELL_TELLING_H

#include "session/session.h"

enum {
    TELLING_VALUES = 16,
    TELLING_POOL = 12288, /* the longest list: 65 tiles, 150 bytes each */
    TELLING_ARGUMENTS = 3,
};

struct telling {
    const struct session *session;
    enum say_language language;
    int viewer;
    struct peck_text *text;
    char end; /* after each sentence: a space or a line feed */
    /* Of a ply, or of an action that may be played. */
    int seat; /* PECK_CHANCE: chance */
    char name[PECK_NAME_MAX];
    const char *verb, *argument[TELLING_ARGUMENTS]; /* "" where there is none */
    const char *variant; /* of the sentence's key, such as ".worm"; "" */
    /* The tables; `after` is NULL where nothing was played. */
    const struct peck_node *before, *after;
    /* The values of the sentence being made. */
    struct say_value values[TELLING_VALUES + 1];
    int count;
    struct peck_text pool;
    char room[TELLING_POOL];
};

struct tell_skin {
    /* Names the values of the ply's sentence, or of the action's when `after` is NULL, and
     * the variant of its key. False: it is not worth telling. */
    bool (*words)(struct telling *telling);
    void (*after)(struct telling *telling); /* what else the ply brought about */
    void (*table)(struct telling *telling);
    void (*brief)(struct telling *telling); /* what the viewer needs to know to choose */
};

/* The skin of a game that brings none, and the message for a ply that the catalogue does
 * not name: by whom the ply is (`known`), or that it is the reader's (`you`). */
extern const struct tell_skin tell_any;
enum message tell_any_ply(const struct telling *telling, bool known, bool you);

/* For doors that have views and no match (the browser at an online table). Of a ply: who,
 * its name as the viewer saw it, and the tables before and after. Of an action that may be
 * played: its name and the table. Neither table is kept. */
struct tell_moment {
    int seat;
    const char *name;
    const struct peck_node *before, *after;
};
/* Appends the ply as one sentence or more; see tell_ply. */
void tell_seen(const struct session *session, int viewer, const struct tell_moment *moment,
               struct peck_text *text);
/* Appends what the action would do; see tell_action. */
void tell_choice_seen(const struct session *session, int viewer,
                      const struct tell_moment *moment, struct peck_text *text);

/* Values. A text is copied; `number` is for a plural, too, when its name is `count`. */
void telling_text(struct telling *telling, const char *name, const char *text);
void telling_number(struct telling *telling, const char *name, int64_t number);
/* "3 chips": a message that counts, as the text of a value. */
void telling_count(struct telling *telling, const char *name, enum message message,
                   int64_t number);
/* The name of a seat, as `who` or `whom`. */
void telling_seat(struct telling *telling, const char *name, int seat);

/* A list is made piece by piece: it begins, pieces are said or put, it ends as a value.
 * Pieces are separated by commas. */
struct telling_list {
    const char *start;
    struct telling *telling;
    bool filled;
};
struct telling_list telling_list(struct telling *telling);
struct peck_text *telling_piece(struct telling_list *list);
void telling_listed(struct telling_list *list, const char *name);

/* Says the message with the values named so far, and forgets them. */
void telling_say(struct telling *telling, enum message message);
/* The same of a seat, which becomes `who`: the second message when that is "you". */
void telling_of(struct telling *telling, enum message other, enum message you, int seat);

/* What the table has of a seat. */
const struct peck_node *telling_at_seat(const struct peck_node *table, int seat);

#endif
