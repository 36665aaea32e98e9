/* crew.c — wakes all threads of a crew for a task and waits until each has done its part.
 *
 * A step of many matches is short, and creating threads for each would cost about as much
 * as the work. So the threads live on and wait on a condition. Tasks are numbered; a thread
 * serves each number once. The range is cut into equal parts in advance, not handed out
 * piece by piece, so that the same thread touches the same matches every time. */
#include "crew.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct hand {
    struct peck_crew *crew;
    int number;
    pthread_t thread;
};

struct peck_crew {
    int size;    /* with the caller, who is number 0 */
    int started; /* threads there are */
    pid_t home;  /* the process they are in */
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    uint64_t task; /* number of the task, from 1 */
    int busy;      /* threads that have not done their part of it */
    bool closed;
    void (*work)(void *context, uint32_t from, uint32_t to);
    void *context;
    uint32_t count;
    struct hand hands[PECK_CREW_MAX];
};

/* Whether this process was forked from the crew's: then the caller is alone in it. */
static bool is_forked(const struct peck_crew *crew)
{
    return crew->started > 0 && crew->home != getpid();
}

static void do_part(struct peck_crew *crew, int number)
{
    uint64_t count = crew->count;
    uint32_t from = (uint32_t)(count * (uint64_t)number / (uint64_t)crew->size);
    uint32_t to = (uint32_t)(count * (uint64_t)(number + 1) / (uint64_t)crew->size);
    if (from < to)
        crew->work(crew->context, from, to);
}

static void *serve(void *argument)
{
    struct hand *hand = argument;
    struct peck_crew *crew = hand->crew;
    uint64_t done = 0;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (crew->task == done && !crew->closed)
            pthread_cond_wait(&crew->begin, &crew->lock);
        if (crew->closed)
            break;
        done = crew->task;
        pthread_mutex_unlock(&crew->lock);
        do_part(crew, hand->number);
        pthread_mutex_lock(&crew->lock);
        if (--crew->busy == 0)
            pthread_cond_signal(&crew->end);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

struct peck_crew *peck_crew_begin(int size)
{
    struct peck_crew *crew = calloc(1, sizeof *crew);
    if (crew == NULL)
        return NULL;
    crew->size = size;
    crew->home = getpid();
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begin, NULL);
    pthread_cond_init(&crew->end, NULL);
    while (crew->started < size - 1) {
        struct hand *hand = &crew->hands[crew->started];
        *hand = (struct hand){.crew = crew, .number = crew->started + 1};
        if (pthread_create(&hand->thread, NULL, serve, hand) != 0) {
            peck_crew_free(crew);
            return NULL;
        }
        crew->started++;
    }
    return crew;
}

void peck_crew_free(struct peck_crew *crew)
{
    if (crew == NULL)
        return;
    if (is_forked(crew)) { /* to close what others wait for would wait for them */
        free(crew);
        return;
    }
    pthread_mutex_lock(&crew->lock);
    crew->closed = true;
    pthread_cond_broadcast(&crew->begin);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->started; i++)
        pthread_join(crew->hands[i].thread, NULL);
    pthread_cond_destroy(&crew->end);
    pthread_cond_destroy(&crew->begin);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}

void peck_crew_do(struct peck_crew *crew,
                  void (*work)(void *context, uint32_t from, uint32_t to), void *context,
                  uint32_t count)
{
    if (is_forked(crew)) {
        work(context, 0, count);
        return;
    }
    pthread_mutex_lock(&crew->lock);
    crew->work = work;
    crew->context = context;
    crew->count = count;
    crew->busy = crew->started;
    crew->task++;
    pthread_cond_broadcast(&crew->begin);
    pthread_mutex_unlock(&crew->lock);
    do_part(crew, 0);
    pthread_mutex_lock(&crew->lock);
    while (crew->busy > 0)
        pthread_cond_wait(&crew->end, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}
