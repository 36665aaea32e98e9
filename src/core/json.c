/* json.c — see json.h. */
#include <peck/game.h>

struct peck_json peck_json_begin(struct peck_text *text)
{
    return (struct peck_json){.text = text};
}

static void put_quoted(struct peck_text *text, const char *string)
{
    static const char hex[] = "0123456789abcdef";
    const char *plain = string, *p = string; /* from plain to p nothing needs an escape */
    peck_put_char(text, '"');
    for (; *p != '\0'; p++) {
        unsigned char c = (unsigned char)*p;
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        peck_put_bytes(text, plain, (size_t)(p - plain));
        plain = p + 1;
        peck_put_char(text, '\\');
        if (c >= 0x20) {
            peck_put_char(text, *p);
        } else {
            peck_put(text, "u00");
            peck_put_char(text, hex[c >> 4]);
            peck_put_char(text, hex[c & 15]);
        }
    }
    peck_put_bytes(text, plain, (size_t)(p - plain));
    peck_put_char(text, '"');
}

/* What comes before a value: the comma after an earlier one, and the key. */
static void put_lead(struct peck_json *json, const char *key)
{
    if (json->filled[json->depth])
        peck_put_char(json->text, ',');
    json->filled[json->depth] = true;
    if (key != NULL) {
        put_quoted(json->text, key);
        peck_put_char(json->text, ':');
    }
}

static void open(struct peck_json *json, const char *key, char bracket)
{
    put_lead(json, key);
    peck_put_char(json->text, bracket);
    PECK_ASSERT(json->depth + 1 < PECK_JSON_DEPTH);
    json->filled[++json->depth] = false;
}

static void close(struct peck_json *json, char bracket)
{
    PECK_ASSERT(json->depth > 0);
    json->depth--;
    peck_put_char(json->text, bracket);
}

void peck_json_object(struct peck_json *json, const char *key)
{
    open(json, key, '{');
}

void peck_json_array(struct peck_json *json, const char *key)
{
    open(json, key, '[');
}

void peck_json_end_object(struct peck_json *json)
{
    close(json, '}');
}

void peck_json_end_array(struct peck_json *json)
{
    close(json, ']');
}

void peck_json_string(struct peck_json *json, const char *key, const char *value)
{
    put_lead(json, key);
    put_quoted(json->text, value);
}

void peck_json_int(struct peck_json *json, const char *key, int64_t value)
{
    put_lead(json, key);
    peck_put_int(json->text, value);
}

void peck_json_fixed(struct peck_json *json, const char *key, int64_t value, int decimals)
{
    uint64_t unit = 1, size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    PECK_ASSERT(decimals >= 0 && decimals <= 18);
    for (int i = 0; i < decimals; i++)
        unit *= 10;
    put_lead(json, key);
    peck_put(json->text, value < 0 ? "-" : "");
    peck_put_int(json->text, (int64_t)(size / unit));
    if (decimals > 0)
        peck_put_char(json->text, '.');
    for (uint64_t rest = size % unit; unit > 1; rest %= unit) {
        unit /= 10;
        peck_put_char(json->text, (char)('0' + rest / unit));
    }
}

void peck_json_bool(struct peck_json *json, const char *key, bool value)
{
    put_lead(json, key);
    peck_put(json->text, value ? "true" : "false");
}

void peck_json_null(struct peck_json *json, const char *key)
{
    put_lead(json, key);
    peck_put(json->text, "null");
}
