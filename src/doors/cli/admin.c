/* admin.c — `peck admin`: asks the running server or its store, and prints the answer.
 *
 * The request goes to admin_ask (doors/server/admin.h); the answer is JSON. Lists are
 * printed as columns as wide as their widest cell, single values line by line; --json
 * prints the answer as it is. */
#include "cli.h"

#include "doors/server/serve.h"
#include "tell/utf8.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLUMNS = 12, CELL = 512 };

/* Moments are ms since 1970 and have one of these names. */
static bool is_moment(const char *key)
{
    static const char *const keys[] = {"at", "made", "opened", "touched"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strcmp(key, keys[i]) == 0)
            return true;
    }
    return false;
}

static void spell(const char *key, const json_t *value, char cell[CELL])
{
    time_t moment = (time_t)(json_integer_value(value) / 1000);
    struct tm parts;
    if (json_is_integer(value) && is_moment(key) && gmtime_r(&moment, &parts) != NULL)
        strftime(cell, CELL, "%Y-%m-%d %H:%M:%SZ", &parts);
    else if (json_is_integer(value))
        snprintf(cell, CELL, "%lld", (long long)json_integer_value(value));
    else if (json_is_string(value))
        snprintf(cell, CELL, "%s", json_string_value(value));
    else
        snprintf(cell, CELL, "%s", json_is_true(value) ? "yes" : "no");
}

/* Columns are as wide as their widest cell. */
static void measure(json_t *row, int width[COLUMNS])
{
    const char *key;
    json_t *value;
    char cell[CELL];
    int column = 0;
    json_object_foreach(row, key, value)
    {
        spell(key, value, cell);
        int length = utf8_width(cell, strlen(cell)), name = (int)strlen(key);
        int most = length > name ? length : name;
        if (column < COLUMNS && most > width[column])
            width[column] = most;
        column++;
    }
}

/* The cells of a row, or its names. */
static void put_row(json_t *row, const int width[COLUMNS], bool names)
{
    const char *key;
    json_t *value;
    char cell[CELL];
    int column = 0, last = (int)json_object_size(row) - 1;
    json_object_foreach(row, key, value)
    {
        spell(key, value, cell);
        const char *text = names ? key : cell;
        int room = column < last ? width[column % COLUMNS] : 0;
        printf("%s%s%*s", column > 0 ? "  " : "", text,
               room > 0 ? room - utf8_width(text, strlen(text)) : 0, "");
        column++;
    }
    putchar('\n');
}

static void put_rows(const json_t *rows)
{
    int width[COLUMNS] = {0};
    size_t count = json_array_size(rows);
    for (size_t i = 0; i < count; i++)
        measure(json_array_get(rows, i), width);
    if (count > 0)
        put_row(json_array_get(rows, 0), width, true);
    for (size_t i = 0; i < count; i++)
        put_row(json_array_get(rows, i), width, false);
}

/* Single values line by line, then the lists. */
static void put_answer(json_t *answer)
{
    const char *key;
    json_t *value;
    char cell[CELL];
    bool any = false;
    json_object_foreach(answer, key, value)
    {
        if (json_is_array(value))
            continue;
        spell(key, value, cell);
        printf("%s: %s\n", key, cell);
        any = true;
    }
    json_object_foreach(answer, key, value)
    {
        if (!json_is_array(value))
            continue;
        printf("%s%s: %zu\n", any ? "\n" : "", key, json_array_size(value));
        put_rows(value);
        any = true;
    }
}

/* The words of the command line as the server wants to hear them. */
static char *request_of(const struct args *args)
{
    json_t *words = json_array();
    for (int i = 0; i < args->operand_count; i++)
        json_array_append_new(words, json_string(args->operands[i]));
    char *request = json_array_size(words) == (size_t)args->operand_count
                        ? json_dumps(words, JSON_COMPACT)
                        : NULL;
    json_decref(words);
    return request;
}

static int show(const struct args *args, const struct peck_buffer *text)
{
    json_error_t fault;
    json_t *answer = json_loadb(text->bytes, text->length, 0, &fault);
    const char *why = json_string_value(json_object_get(answer, "why"));
    int status = STATUS_FINE;
    if (json_object_get(answer, "code") != NULL)
        status = cli_failure(args->verb, "%s", why != NULL ? why : "that did not work");
    else if (args->flag[FLAG_JSON].given)
        puts(text->bytes);
    else
        put_answer(answer);
    json_decref(answer);
    return status;
}

int cli_run_admin(const struct args *args)
{
    char path[STORE_ROOM];
    struct peck_buffer answer = {0};
    struct peck_error error;
    const char *store;
    int status = args_store(args, path, &store);
    if (status != STATUS_FINE)
        return status;
    char *request = request_of(args);
    if (request == NULL)
        return cli_usage_error(args->verb, "the words should be UTF-8");
    bool fine = serve_ask(store, request, strlen(request), &answer, &error);
    free(request);
    status =
        fine ? show(args, &answer) : cli_failure(args->verb, "%s", args_why(args, &error));
    peck_buffer_free(&answer);
    return status;
}
