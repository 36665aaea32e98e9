/* secret.c — checks the file with the secret; makes one beside an SQLite database.
 *
 * A file is refused if it is short, can be guessed (few different bytes) or, in production,
 * if others may read it. The secret is the SHA-256 of its content, so any form will do. A
 * new file gets 32 random bytes as hex, readable for its owner only, and is synced to disk;
 * one that exists is never overwritten. With PostgreSQL the file must be named, because all
 * processes need the same. */
#include "secret.h"
#include "trouble.h"

#include <peck/fair.h>

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 4096, DIFFERENT = 8 };

static bool refuse(struct peck_error *error, const char *path, const char *why)
{
    struct peck_text text = trouble_begin(error);
    peck_put(&text, "the secret file ");
    peck_put(&text, path);
    peck_put(&text, " ");
    peck_put(&text, why);
    return false;
}

static bool refuse_open(struct peck_error *error, const char *path)
{
    char why[128];
    snprintf(why, sizeof why, "cannot be opened: %s", strerror(errno));
    return refuse(error, path, why);
}

/* A password that somebody typed twice, or "0000…", is not a secret. */
static int different_bytes(const char *bytes, size_t count)
{
    bool seen[256] = {false};
    int different = 0;
    for (size_t i = 0; i < count; i++) {
        different += !seen[(unsigned char)bytes[i]];
        seen[(unsigned char)bytes[i]] = true;
    }
    return different;
}

static bool judge(const char *path, const struct stat *about, const char *bytes,
                  size_t count, bool production, struct peck_error *error)
{
    if (count == 0)
        return refuse(error, path, "is empty");
    if (count < SECRET_LEAST)
        return refuse(error, path, "is too short: 32 bytes are the least");
    if (different_bytes(bytes, count) < DIFFERENT)
        return refuse(error, path, "can be guessed: it must be random");
    /* A group may read it: a credential of systemd looks so where it has an ACL. */
    if (production && (about->st_mode & (S_IWGRP | S_IRWXO)) != 0)
        return refuse(error, path, "can be read by others: chmod 600 mends that");
    return true;
}

static bool read_secret(const char *path, bool production, uint8_t secret[API_SECRET],
                        struct peck_error *error)
{
    char bytes[MOST];
    struct stat about;
    FILE *file = fopen(path, "rb");
    if (file == NULL || fstat(fileno(file), &about) != 0) {
        if (file != NULL)
            fclose(file);
        return refuse_open(error, path);
    }
    size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    while (count > 0 && (bytes[count - 1] == '\n' || bytes[count - 1] == '\r'))
        count--;
    bool fine = judge(path, &about, bytes, count, production, error);
    if (fine)
        peck_sha256(bytes, count, secret);
    sodium_memzero(bytes, sizeof bytes);
    return fine;
}

/* 32 random bytes as hex; only we may read them. A file that is there is left alone. */
static bool make_secret(const char *path, struct peck_error *error)
{
    uint8_t bytes[API_SECRET];
    char digits[2 * API_SECRET + 1];
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return errno == EEXIST || refuse_open(error, path);
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(digits, sizeof digits, bytes, sizeof bytes);
    digits[2 * API_SECRET] = '\n';
    bool written = write(file, digits, sizeof digits) == sizeof digits && fsync(file) == 0;
    close(file);
    return written || refuse(error, path, "cannot be written");
}

bool secret_read(const struct serve_options *options, uint8_t secret[API_SECRET],
                 struct peck_error *error)
{
    char path[1024];
    const char *store = db_file(options->store);
    if (options->secret_file != NULL)
        return read_secret(options->secret_file, options->production, secret, error);
    if (options->production) {
        trouble(error, "in production the secret has a file of its own: name it "
                       "with --secret-file");
        return false;
    }
    if (store == NULL) {
        trouble(error, "servers of one PostgreSQL share a secret: name its file "
                       "with --secret-file");
        return false;
    }
    snprintf(path, sizeof path, "%s.secret", store);
    return make_secret(path, error) && read_secret(path, false, secret, error);
}
