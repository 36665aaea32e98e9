/* common_passwords.c — a list of words, and the patterns that people make of them.
 *
 * Most leaked passwords are a word with digits before or behind, in any case, or a pattern.
 * So the case is ignored, and digits and signs at both ends are taken off before the word
 * is looked up: among the 30,000 that leaked most often (common_passwords.inc, as hashes)
 * and among a few of the languages and places where Peck is played. What is left must not
 * be a single sign, a row of digits, letters or keys, in either direction, or the same few
 * signs over and over. */
#include "common_passwords.h"

#include <peck/fair.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t leaked[] = {
#include "common_passwords.inc"
};

static const char *const words[] = {
    "password",     "passwort",      "haslo",       "parol",       "пароль",
    "passw0rd",     "p@ssword",      "p@ssw0rd",    "pa55word",    "letmein",
    "welcome",      "willkommen",    "witaj",       "hallo",       "hello",
    "qwertyuiop",   "qwerty",        "qwertz",      "azerty",      "asdfghjkl",
    "asdfgh",       "zxcvbnm",       "yxcvbnm",     "qazwsx",      "qazwsxedc",
    "1q2w3e4r",     "1qaz2wsx",      "q1w2e3r4",    "zaq12wsx",    "zaq1zaq1",
    "qwe",          "qwer",          "asdf",        "abcd",        "abc",
    "abcdefgh",     "abcdefghij",    "a1b2c3d4",    "iloveyou",    "ichliebedich",
    "kochamcie",    "kochanie",      "ljubov",      "любовь",      "sunshine",
    "sonnenschein", "princess",      "prinzessin",  "ksiezniczka", "football",
    "fussball",     "baseball",      "basketball",  "hockey",      "soccer",
    "superman",     "batman",        "spiderman",   "starwars",    "pokemon",
    "dragon",       "monkey",        "master",      "shadow",      "michael",
    "jessica",      "jennifer",      "daniel",      "charlie",     "andrew",
    "thomas",       "jordan",        "joshua",      "ashley",      "nicole",
    "matthew",      "hunter",        "ranger",      "buster",      "killer",
    "trustno",      "whatever",      "computer",    "internet",    "samsung",
    "google",       "facebook",      "microsoft",   "apple",       "freedom",
    "secret",       "geheim",        "tajne",       "changeme",    "default",
    "admin",        "administrator", "root",        "guest",       "gast",
    "test",         "testtest",      "tester",      "user",        "login",
    "access",       "schatz",        "schatzi",     "liebling",    "hamburg",
    "berlin",       "muenchen",      "bayern",      "dortmund",    "schalke",
    "deutschland",  "polska",        "warszawa",    "krakow",      "legia",
    "lokomotiv",    "spartak",       "zenit",       "moskva",      "moscow",
    "russia",       "rossiya",       "natasha",     "nastya",      "marina",
    "svetlana",     "ekaterina",     "aleksandr",   "dmitriy",     "andrey",
    "mustang",      "corvette",      "ferrari",     "porsche",     "mercedes",
    "yamaha",       "harley",        "chelsea",     "arsenal",     "liverpool",
    "barcelona",    "realmadrid",    "juventus",    "cheese",      "pepper",
    "ginger",       "cookie",        "chocolate",   "butterfly",   "flower",
    "angel",        "angels",        "lovely",      "loveme",      "babygirl",
    "babyboy",      "mylove",        "forever",     "summer",      "sommer",
    "winter",       "spring",        "autumn",      "herbst",      "january",
    "monday",       "sunday",        "family",      "familie",     "rodzina",
    "friends",      "freunde",       "blink",       "metallica",   "nirvana",
    "slipknot",     "eminem",        "naruto",      "minecraft",   "fortnite",
    "roblox",       "counterstrike", "callofduty",  "warcraft",    "money",
    "bitcoin",      "lucky",         "diamond",     "silver",      "golden",
    "purple",       "orange",        "yellow",      "banana",      "pumpkin",
    "peanut",       "maggie",        "bailey",      "sophie",      "peck",
    "boardgame",    "boardgames",    "spieleabend",
};

static const char *const rows[] = {
    "abcdefghijklmnopqrstuvwxyz", "01234567890123456789",
    "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn", "1qaz2wsx3edc4rfv5tgb"};

enum { ROOM = 260 };

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
}

/* In small letters, as far as ASCII goes. */
static size_t lower(const char *from, char to[ROOM])
{
    size_t length = 0;
    for (; from[length] != '\0' && length < ROOM - 1; length++) {
        char c = from[length];
        to[length] = c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
    }
    to[length] = '\0';
    return length;
}

/* The same few signs over and over: a period of at most four. */
static bool repeats(const char *text, size_t length)
{
    for (size_t period = 1; period <= 4 && 2 * period <= length; period++) {
        size_t i = period;
        while (i < length && text[i] == text[i - period])
            i++;
        if (i == length)
            return true;
    }
    return false;
}

static bool in_row(const char *text, size_t length)
{
    char back[ROOM];
    for (size_t i = 0; i < length; i++)
        back[i] = text[length - 1 - i];
    back[length] = '\0';
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strstr(rows[i], text) != NULL || strstr(rows[i], back) != NULL)
            return true;
    }
    return false;
}

static int compare(const void *key, const void *entry)
{
    uint32_t a = *(const uint32_t *)key, b = *(const uint32_t *)entry;
    return a < b ? -1 : a > b;
}

/* One good password in 200,000 has the hash of a bad one. */
static bool has_leaked(const char *text)
{
    uint8_t hash[PECK_HASH];
    peck_sha256(text, strlen(text), hash);
    uint32_t key = (uint32_t)hash[0] << 24 | (uint32_t)hash[1] << 16 |
                   (uint32_t)hash[2] << 8 | hash[3];
    return bsearch(&key, leaked, sizeof leaked / sizeof *leaked, sizeof *leaked, compare) !=
           NULL;
}

static bool is_word(const char *text)
{
    if (has_leaked(text))
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i], text) == 0)
            return true;
    }
    return false;
}

bool common_passwords_have(const char *password, const char *name)
{
    char text[ROOM], own[ROOM], *core = text;
    size_t length = lower(password, text);
    if (repeats(text, length) || in_row(text, length) || is_word(text))
        return true;
    while (length > 0 && !is_letter(core[length - 1]))
        core[--length] = '\0';
    while (length > 0 && !is_letter(*core)) {
        core++;
        length--;
    }
    if (length <= 2) /* digits and signs, perhaps with a letter or two */
        return strlen(password) < 12;
    size_t count = lower(name, own);
    return is_word(core) || repeats(core, length) || in_row(core, length) ||
           (count > 0 && strcmp(core, own) == 0);
}
