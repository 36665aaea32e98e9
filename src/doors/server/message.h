/* message.h — reads what a client sends: JSON to a checked message
 * (docs/reference/protocol.md).
 *
 * Reading is strict: every member must be known, of its type and within its bounds, and
 * nothing may be missing, double or left over. Any bytes give either a message or a
 * sentence that says what is wrong. Tokens are hashed at once and never kept. */
#ifndef SERVER_MESSAGE_H
#define SERVER_MESSAGE_H

#include "decide.h"

enum { PROTOCOL_VERSION = 1, MESSAGE_BYTES = 16384, MESSAGE_TABLE = 24 };

enum message_kind {
    MESSAGE_HELLO,   /* the first of a connection: protocol, table, token, seq */
    MESSAGE_PING,    /* answered with a pong */
    MESSAGE_COMMAND, /* anything that would change the table */
};

struct message {
    enum message_kind kind;
    /* Of hello: */
    char table[MESSAGE_TABLE];
    bool has_token;
    uint8_t token[PECK_HASH]; /* SHA-256 of what was sent; of COMMAND_SIT as well */
    uint64_t seq;             /* the last the client has seen; 0: none */
    /* Of a command. The connection knows the sender. */
    struct command command;
};

enum peck_status message_read(const char *bytes, size_t count, struct message *message,
                              struct peck_error *error) PECK_MUST_USE;

#endif
