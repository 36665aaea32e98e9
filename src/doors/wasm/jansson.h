/* jansson.h — the part of jansson that the sentences (src/doors/term/tell*.c) use, for
 * WebAssembly, where that library is not to be had. The names and their meanings are
 * jansson's; jansson.c implements them. */
#ifndef WASM_JANSSON_H
#define WASM_JANSSON_H

#include <stdbool.h>
#include <stddef.h>

enum json_type {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_INTEGER,
    JSON_REAL, /* read, and told apart from a whole number; its value is not kept */
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT,
};

typedef struct json {
    enum json_type type;
    size_t references, count, room; /* of an array or object: members */
    long long integer;
    char *string;         /* ends in a NUL */
    struct json **member; /* of an object: a key, its value, a key, … */
} json_t;

typedef struct {
    char text[1];
} json_error_t;

/* One document, or NULL: no JSON, deeper than 32, or no memory. Flags and error are not
 * looked at. */
json_t *json_loadb(const char *bytes, size_t count, size_t flags, json_error_t *error);
json_t *json_incref(json_t *json);
void json_decref(json_t *json);

json_t *json_object_get(const json_t *object, const char *key);
json_t *json_array_get(const json_t *array, size_t index);
size_t json_array_size(const json_t *array);
long long json_integer_value(const json_t *json);
const char *json_string_value(const json_t *json);
bool json_is_integer(const json_t *json);
bool json_is_true(const json_t *json);
bool json_is_array(const json_t *json);
bool json_is_object(const json_t *json);
bool json_is_string(const json_t *json);

#endif
