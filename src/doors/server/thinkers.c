/* thinkers.c — a queue and some threads for each kind of thought.
 *
 * libuv's pool would do, but its threads are all alike: a bot's thought of a second had the
 * same priority as the loop, and every thread of the pool kept the memory that bots want
 * for themselves (solved turns of dice are 3.8 MB a thread). Here a thread is begun when
 * there is work and none is idle, so only as many exist as have ever thought at once.
 *
 * Linux gives every thread a priority of its own (setpriority of 0 is the caller's). It can
 * only be lowered without a privilege, so threads keep it; where the system refuses, they
 * think at the common one. */
#include "thinkers.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { LAST = 19 }; /* the lowest priority there is */

static const int behind[THINK_KINDS] = {[THINK_WATCHED] = 2, [THINK_UNWATCHED] = 12};
enum { CALM = 10 };

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct errand *first, **last;
    uint32_t waiting, idle, count;
    int behind;
    bool ends;
    pthread_t *threads;
};

struct thinkers {
    uint32_t most;
    struct pool pool[THINK_KINDS];
};

static void stand_back(int by)
{
    errno = 0;
    int own = getpriority(PRIO_PROCESS, 0);
    if (errno == 0)
        (void)setpriority(PRIO_PROCESS, 0, own + by < LAST ? own + by : LAST);
}

static void *work(void *context)
{
    struct pool *pool = context;
    stand_back(pool->behind);
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        pool->idle++;
        while (pool->first == NULL && !pool->ends)
            pthread_cond_wait(&pool->wake, &pool->lock);
        pool->idle--;
        struct errand *errand = pool->first;
        if (errand == NULL)
            break;
        pool->first = errand->next;
        if (pool->first == NULL)
            pool->last = &pool->first;
        pool->waiting--;
        pthread_mutex_unlock(&pool->lock);
        errand->run(errand);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Signals are the loop's. */
static bool start(pthread_t *thread, void *(*run)(void *), void *context)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(thread, NULL, run, context) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static bool grow(struct pool *pool)
{
    if (!start(&pool->threads[pool->count], work, pool))
        return false;
    pool->count++;
    return true;
}

struct thinkers *thinkers_new(uint32_t most)
{
    struct thinkers *thinkers = calloc(1, sizeof *thinkers);
    bool fine = thinkers != NULL;
    for (int i = 0; i < THINK_KINDS && fine; i++) {
        struct pool *pool = &thinkers->pool[i];
        pthread_mutex_init(&pool->lock, NULL);
        pthread_cond_init(&pool->wake, NULL);
        pool->last = &pool->first;
        pool->behind = behind[i];
        pool->threads = calloc(most, sizeof *pool->threads);
        fine = pool->threads != NULL && grow(pool);
        thinkers->most = most;
    }
    if (!fine && thinkers != NULL)
        thinkers_free(thinkers);
    return fine ? thinkers : NULL;
}

void thinkers_free(struct thinkers *thinkers)
{
    for (int i = 0; i < THINK_KINDS; i++) {
        struct pool *pool = &thinkers->pool[i];
        if (pool->threads == NULL)
            continue;
        pthread_mutex_lock(&pool->lock);
        pool->ends = true;
        pthread_cond_broadcast(&pool->wake);
        pthread_mutex_unlock(&pool->lock);
        for (uint32_t t = 0; t < pool->count; t++)
            pthread_join(pool->threads[t], NULL);
        pthread_mutex_destroy(&pool->lock);
        pthread_cond_destroy(&pool->wake);
        free(pool->threads);
    }
    free(thinkers);
}

void thinkers_give(struct thinkers *thinkers, enum thinkers_for whom, struct errand *errand)
{
    struct pool *pool = &thinkers->pool[whom];
    pthread_mutex_lock(&pool->lock);
    errand->next = NULL;
    *pool->last = errand;
    pool->last = &errand->next;
    pool->waiting++;
    if (pool->waiting > pool->idle && pool->count < thinkers->most)
        (void)grow(pool); /* else one of the others does it later */
    pthread_cond_signal(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
}

struct calm {
    void (*run)(void *context);
    void *context;
};

static void *run_calmly(void *context)
{
    const struct calm *calm = context;
    stand_back(CALM);
    calm->run(calm->context);
    return NULL;
}

void thinkers_calmly(void (*run)(void *context), void *context)
{
    struct calm calm = {run, context};
    pthread_t thread;
    if (start(&thread, run_calmly, &calm))
        pthread_join(thread, NULL);
    else
        run(context);
}
