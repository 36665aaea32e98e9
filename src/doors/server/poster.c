/* poster.c — one thread with libcurl's multi interface; poster.h says what it refuses. */
#include "poster.h"

#include "logfmt.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    AT_ONCE = 64,   /* letters on their way */
    TO_A_HOST = 4,  /* … in connections to one host */
    WAITING = 1000, /* letters; more are dropped */
    CONNECT_MS = 5000,
    SEND_MS = 10000,
    ANSWER = 16384, /* bytes of an answer, which nobody reads */
    IDLE_MS = 60000,
};

struct poster {
    CURLM *multi;
    bool loopback, running;
    pthread_t thread;
    struct sending *sendings; /* the thread's */
    int sending_count;
    pthread_mutex_t lock; /* of all below */
    struct letter *first, **last;
    int count;
    bool ends;
};

struct sending {
    struct letter *letter;
    struct poster *poster;
    CURL *easy;
    struct curl_slist *headers;
    size_t answered; /* bytes */
    struct sending *next, **link;
};

/* ---- Where to ---- */

static bool within(uint32_t address, uint32_t network, int bits)
{
    return (address ^ network) >> (32 - bits) == 0;
}

/* IANA's registry of special-purpose addresses, and multicast. */
static bool is_public_4(uint32_t a)
{
    static const struct {
        uint32_t network;
        int bits;
    } special[] = {
        {0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},
        {0xa9fe0000, 16}, {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24},
        {0xc0586300, 24}, {0xc0a80000, 16}, {0xc6120000, 15}, {0xc6336400, 24},
        {0xcb007100, 24}, {0xe0000000, 3},
    };
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        if (within(a, special[i].network, special[i].bits))
            return false;
    }
    return true;
}

/* Of 2000::/3, without those ranges that stand for an address of IPv4 or for nobody's. */
static bool is_public_6(const uint8_t a[16])
{
    bool special = a[0] == 0x20 && a[1] == 0x01 && a[2] < 0x02; /* 2001::/23 */
    bool documented = a[0] == 0x20 && a[1] == 0x01 && a[2] == 0x0d && a[3] == 0xb8;
    bool documented_too = a[0] == 0x3f && a[1] == 0xff && a[2] < 0x10; /* 3fff::/20 */
    bool tunnel = a[0] == 0x20 && a[1] == 0x02;                        /* 2002::/16 */
    return a[0] >> 5 == 1 && !special && !documented && !documented_too && !tunnel;
}

bool poster_reaches(const struct sockaddr *address, bool loopback)
{
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)address;
        uint32_t number = ntohl(four->sin_addr.s_addr);
        return is_public_4(number) || (loopback && number == INADDR_LOOPBACK);
    }
    if (address->sa_family != AF_INET6)
        return false;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)(const void *)address;
    return is_public_6(six->sin6_addr.s6_addr) ||
           (loopback && memcmp(&six->sin6_addr, &in6addr_loopback, 16) == 0);
}

/* NULL when the URL has no such part; to be freed. */
static char *part(CURLU *url, CURLUPart which)
{
    char *text = NULL;
    return curl_url_get(url, which, &text, 0) == CURLUE_OK ? text : NULL;
}

bool poster_accepts(const char *text, bool loopback, char *origin)
{
    CURLU *url = curl_url();
    if (url == NULL || strlen(text) >= POSTER_URL ||
        curl_url_set(url, CURLUPART_URL, text, CURLU_NON_SUPPORT_SCHEME) != CURLUE_OK) {
        curl_url_cleanup(url);
        return false;
    }
    char *scheme = part(url, CURLUPART_SCHEME), *host = part(url, CURLUPART_HOST);
    char *port = part(url, CURLUPART_PORT), *user = part(url, CURLUPART_USER);
    bool fine = scheme != NULL && host != NULL && user == NULL &&
                (strcmp(scheme, "https") == 0 ||
                 (loopback && strcmp(scheme, "http") == 0 &&
                  (strcmp(host, "127.0.0.1") == 0 || strcmp(host, "localhost") == 0)));
    if (fine && origin != NULL)
        snprintf(origin, POSTER_URL, "%s://%s%s%s", scheme, host, port != NULL ? ":" : "",
                 port != NULL ? port : "");
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    curl_free(user);
    curl_url_cleanup(url);
    return fine;
}

/* ---- On its way ---- */

static curl_socket_t open_socket(void *context, curlsocktype purpose,
                                 struct curl_sockaddr *address)
{
    const struct poster *poster = context;
    if (purpose != CURLSOCKTYPE_IPCXN ||
        !poster_reaches(&address->addr, poster->loopback)) {
        log_event(LOG_WARN, "an alert would go to this network");
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* Nobody reads the answer; one that is too long ends here. */
static size_t take_answer(char *bytes, size_t size, size_t count, void *context)
{
    struct sending *sending = context;
    sending->answered += size * count;
    return sending->answered <= ANSWER ? size * count : 0;
}

void poster_discard(struct letter *letter)
{
    for (int i = 0; i < POSTER_HEADERS; i++)
        free(letter->headers[i]);
    peck_buffer_free(&letter->body);
    free(letter);
}

static void unlink_sending(struct sending *sending)
{
    *sending->link = sending->next;
    if (sending->next != NULL)
        sending->next->link = sending->link;
    sending->poster->sending_count--;
}

/* It has come to an end, or is given up. */
static void drop(struct sending *sending)
{
    curl_multi_remove_handle(sending->poster->multi, sending->easy);
    curl_easy_cleanup(sending->easy);
    curl_slist_free_all(sending->headers);
    unlink_sending(sending);
    poster_discard(sending->letter);
    free(sending);
}

static void restrict_to(CURL *easy, const struct poster *poster)
{
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR,
                     poster->loopback ? "https,http" : "https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_PROXY, ""); /* not that of the environment */
    curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)SEND_MS);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, poster);
}

static struct curl_slist *list_headers(const struct letter *letter)
{
    struct curl_slist *list = NULL, *more;
    for (int i = 0; i < POSTER_HEADERS && letter->headers[i] != NULL; i++) {
        more = curl_slist_append(list, letter->headers[i]);
        if (more == NULL)
            break;
        list = more;
    }
    return list;
}

static void begin(struct poster *poster, struct letter *letter)
{
    struct sending *sending = calloc(1, sizeof *sending);
    CURL *easy = curl_easy_init();
    if (sending == NULL || easy == NULL) {
        curl_easy_cleanup(easy);
        free(sending);
        poster_discard(letter);
        return;
    }
    *sending = (struct sending){.letter = letter,
                                .poster = poster,
                                .easy = easy,
                                .headers = list_headers(letter),
                                .next = poster->sendings,
                                .link = &poster->sendings};
    if (sending->next != NULL)
        sending->next->link = &sending->next;
    poster->sendings = sending;
    poster->sending_count++;
    restrict_to(easy, poster);
    curl_easy_setopt(easy, CURLOPT_URL, letter->url);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, sending->headers);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)letter->body.length);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, letter->body.bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_answer);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, sending);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, sending);
    if (curl_multi_add_handle(poster->multi, easy) != CURLM_OK)
        drop(sending);
}

/* Those that have come to an end; false: there is none. */
static bool take_finished(struct poster *poster)
{
    bool any = false;
    int left;
    for (CURLMsg *message;
         (message = curl_multi_info_read(poster->multi, &left)) != NULL;) {
        CURLcode code = message->data.result;
        void *context = NULL;
        long status = 0;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&context);
        curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
        struct sending *sending = context;
        if (code != CURLE_OK)
            log_event(LOG_INFO, "an alert did not arrive",
                      log_text("reason", curl_easy_strerror(code)));
        if (sending->letter->done != NULL)
            sending->letter->done(sending->letter->context, sending->letter, status);
        drop(sending);
        any = true;
    }
    return any;
}

/* ---- The thread ---- */

/* Takes the next letter, if one waits and there is room; false: the end has come. */
static bool take_letter(struct poster *poster, struct letter **letter)
{
    *letter = NULL;
    pthread_mutex_lock(&poster->lock);
    bool goes_on = !poster->ends;
    if (goes_on && poster->sending_count < AT_ONCE && poster->first != NULL) {
        *letter = poster->first;
        poster->first = poster->first->next;
        poster->count--;
        if (poster->first == NULL)
            poster->last = &poster->first;
    }
    pthread_mutex_unlock(&poster->lock);
    return goes_on;
}

static void *run(void *context)
{
    struct poster *poster = context;
    struct letter *letter;
    int running;
    while (take_letter(poster, &letter)) {
        if (letter != NULL) {
            begin(poster, letter);
            continue;
        }
        (void)curl_multi_perform(poster->multi, &running);
        if (!take_finished(poster))
            (void)curl_multi_poll(poster->multi, NULL, 0, IDLE_MS, NULL);
    }
    while (poster->sendings != NULL)
        drop(poster->sendings);
    return NULL;
}

struct poster *poster_new(bool loopback)
{
    struct poster *poster = calloc(1, sizeof *poster);
    if (poster == NULL)
        return NULL;
    poster->loopback = loopback;
    poster->last = &poster->first;
    pthread_mutex_init(&poster->lock, NULL);
    if (curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK)
        poster->multi = curl_multi_init();
    if (poster->multi == NULL) {
        poster_free(poster);
        return NULL;
    }
    curl_multi_setopt(poster->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)TO_A_HOST);
    curl_multi_setopt(poster->multi, CURLMOPT_MAXCONNECTS, (long)AT_ONCE);
    poster->running = pthread_create(&poster->thread, NULL, run, poster) == 0;
    if (poster->running)
        return poster;
    poster_free(poster);
    return NULL;
}

static void drop_waiting(struct poster *poster)
{
    while (poster->first != NULL) {
        struct letter *letter = poster->first;
        poster->first = letter->next;
        poster_discard(letter);
    }
}

void poster_free(struct poster *poster)
{
    if (poster == NULL)
        return;
    pthread_mutex_lock(&poster->lock);
    poster->ends = true;
    pthread_mutex_unlock(&poster->lock);
    if (poster->running) {
        curl_multi_wakeup(poster->multi);
        pthread_join(poster->thread, NULL);
    }
    drop_waiting(poster);
    curl_multi_cleanup(poster->multi);
    pthread_mutex_destroy(&poster->lock);
    free(poster);
}

void poster_send(struct poster *poster, struct letter *letter)
{
    static struct log_gate gate;
    letter->next = NULL;
    pthread_mutex_lock(&poster->lock);
    bool fits = poster->count < WAITING && !poster->ends;
    if (fits) {
        *poster->last = letter;
        poster->last = &letter->next;
        poster->count++;
    }
    pthread_mutex_unlock(&poster->lock);
    if (fits) {
        curl_multi_wakeup(poster->multi);
    } else {
        poster_discard(letter);
        logfmt_seldom(&gate, LOG_WARN, "an alert was dropped",
                      log_text("reason", "too many wait"));
    }
}
