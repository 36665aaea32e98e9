/* jansson.c — see jansson.h. A tree of nodes, read by recursive descent. What is read was
 * written by peck_json or by a server that may be anybody's, so every byte is checked. */
#include "jansson.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 32 };

struct cursor {
    const char *at, *end;
    int depth;
};

static json_t *make(enum json_type type)
{
    json_t *json = calloc(1, sizeof *json);
    if (json != NULL) {
        json->type = type;
        json->references = 1;
    }
    return json;
}

json_t *json_incref(json_t *json)
{
    if (json != NULL)
        json->references++;
    return json;
}

void json_decref(json_t *json)
{
    if (json == NULL || --json->references > 0)
        return;
    for (size_t i = 0; i < json->count; i++)
        json_decref(json->member[i]);
    free((void *)json->member);
    free(json->string);
    free(json);
}

/* Takes the member over; false, and the member gone, when memory is short. */
static bool add(json_t *json, json_t *member)
{
    if (member == NULL)
        return false;
    if (json->count == json->room) {
        size_t room = json->room == 0 ? 8 : 2 * json->room;
        struct json **grown =
            (struct json **)realloc((void *)json->member, room * sizeof *grown);
        if (grown == NULL) {
            json_decref(member);
            return false;
        }
        json->member = grown;
        json->room = room;
    }
    json->member[json->count++] = member;
    return true;
}

/* ---- Reading ---- */

static bool is_one_of(char c, const char *letters)
{
    return c != '\0' && strchr(letters, c) != NULL;
}

static void skip_space(struct cursor *cursor)
{
    while (cursor->at < cursor->end && is_one_of(*cursor->at, " \t\r\n"))
        cursor->at++;
}

static bool accept(struct cursor *cursor, char c)
{
    skip_space(cursor);
    if (cursor->at == cursor->end || *cursor->at != c)
        return false;
    cursor->at++;
    return true;
}

static char *put_utf8(char *out, unsigned code)
{
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
        *out++ = (char)(0x80 | (code & 0x3f));
    } else {
        *out++ = (char)(0xe0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
        *out++ = (char)(0x80 | (code & 0x3f));
    }
    return out;
}

/* After a backslash. A surrogate becomes three bytes of its own: names come as UTF-8, and
 * what we write escapes control characters only. */
static char *read_escape(struct cursor *cursor, char *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (cursor->at == cursor->end)
        return NULL;
    char c = *cursor->at++;
    const char *found = memchr(from, c, sizeof from - 1);
    if (found != NULL) {
        *out++ = to[found - from];
        return out;
    }
    unsigned code = 0;
    if (c != 'u' || cursor->end - cursor->at < 4)
        return NULL;
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdefABCDEF";
        const char *digit = memchr(digits, *cursor->at++, sizeof digits - 1);
        if (digit == NULL)
            return NULL;
        code = 16 * code +
               (unsigned)(digit - digits > 15 ? digit - digits - 6 : digit - digits);
    }
    return put_utf8(out, code);
}

/* After the opening quote. Escapes only shrink: six bytes become three at most. */
static json_t *read_string(struct cursor *cursor)
{
    const char *stop = cursor->at;
    while (stop < cursor->end && *stop != '"')
        stop += *stop == '\\' && stop + 1 < cursor->end ? 2 : 1;
    json_t *json = make(JSON_STRING);
    if (json == NULL || stop >= cursor->end ||
        (json->string = malloc((size_t)(stop - cursor->at) + 1)) == NULL) {
        json_decref(json);
        return NULL;
    }
    char *out = json->string;
    while (out != NULL && cursor->at < stop) {
        if (*cursor->at != '\\') {
            *out++ = *cursor->at++;
            continue;
        }
        cursor->at++;
        out = read_escape(cursor, out);
    }
    if (out == NULL) {
        json_decref(json);
        return NULL;
    }
    *out = '\0';
    cursor->at = stop + 1;
    return json;
}

static json_t *read_number(struct cursor *cursor)
{
    char digits[32] = "";
    size_t count = 0;
    bool real = false;
    while (cursor->at < cursor->end && is_one_of(*cursor->at, "+-.0123456789eE")) {
        real = real || is_one_of(*cursor->at, ".eE");
        if (count + 1 < sizeof digits)
            digits[count++] = *cursor->at;
        cursor->at++;
    }
    json_t *json = count > 0 ? make(real ? JSON_REAL : JSON_INTEGER) : NULL;
    if (json != NULL)
        json->integer = strtoll(digits, NULL, 10);
    return json;
}

static json_t *read_word(struct cursor *cursor)
{
    static const char *const words[] = {"null", "false", "true"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(cursor->end - cursor->at) >= length &&
            memcmp(cursor->at, words[i], length) == 0) {
            cursor->at += length;
            return make((enum json_type)i);
        }
    }
    return read_number(cursor);
}

static json_t *read_value(struct cursor *cursor);

static bool read_member(struct cursor *cursor, json_t *json)
{
    if (json->type == JSON_OBJECT &&
        !(accept(cursor, '"') && add(json, read_string(cursor)) && accept(cursor, ':')))
        return false;
    return add(json, read_value(cursor));
}

/* After the opening bracket. */
static json_t *read_members(struct cursor *cursor, enum json_type type, char closing)
{
    json_t *json = make(type);
    if (json == NULL || accept(cursor, closing))
        return json;
    do {
        if (!read_member(cursor, json)) {
            json_decref(json);
            return NULL;
        }
    } while (accept(cursor, ','));
    if (accept(cursor, closing))
        return json;
    json_decref(json);
    return NULL;
}

static json_t *read_value(struct cursor *cursor)
{
    json_t *json = NULL;
    if (++cursor->depth > DEPTH_MAX)
        return NULL;
    if (accept(cursor, '{'))
        json = read_members(cursor, JSON_OBJECT, '}');
    else if (accept(cursor, '['))
        json = read_members(cursor, JSON_ARRAY, ']');
    else if (accept(cursor, '"'))
        json = read_string(cursor);
    else
        json = read_word(cursor);
    cursor->depth--;
    return json;
}

json_t *json_loadb(const char *bytes, size_t count, size_t flags, json_error_t *error)
{
    struct cursor cursor = {bytes, bytes + count, 0};
    (void)flags;
    (void)error;
    json_t *json = read_value(&cursor);
    skip_space(&cursor);
    if (cursor.at == cursor.end)
        return json;
    json_decref(json);
    return NULL;
}

/* ---- Looking ---- */

static bool is(const json_t *json, enum json_type type)
{
    return json != NULL && json->type == type;
}

json_t *json_object_get(const json_t *object, const char *key)
{
    for (size_t i = 0; is(object, JSON_OBJECT) && i + 1 < object->count; i += 2) {
        if (strcmp(object->member[i]->string, key) == 0)
            return object->member[i + 1];
    }
    return NULL;
}

json_t *json_array_get(const json_t *array, size_t index)
{
    return is(array, JSON_ARRAY) && index < array->count ? array->member[index] : NULL;
}

size_t json_array_size(const json_t *array)
{
    return is(array, JSON_ARRAY) ? array->count : 0;
}

long long json_integer_value(const json_t *json)
{
    return is(json, JSON_INTEGER) ? json->integer : 0;
}

const char *json_string_value(const json_t *json)
{
    return is(json, JSON_STRING) ? json->string : NULL;
}

bool json_is_integer(const json_t *json)
{
    return is(json, JSON_INTEGER);
}

bool json_is_true(const json_t *json)
{
    return is(json, JSON_TRUE);
}

bool json_is_array(const json_t *json)
{
    return is(json, JSON_ARRAY);
}

bool json_is_object(const json_t *json)
{
    return is(json, JSON_OBJECT);
}

bool json_is_string(const json_t *json)
{
    return is(json, JSON_STRING);
}
