/* net.h — a small neural network for positions: sparse inputs and one hidden layer.
 *
 * The hidden units are rectified. The outputs are plain numbers, or chances of winning
 * through a softmax, one for each seat. Positions have few features on at a time, so inputs
 * come as a list and the first layer costs one row of weights for each.
 *
 * Weights live in games/<game>/data/<name>.net and are compiled into the library. A file is
 * `PECKNET1`, the three sizes as little-endian u32, then little-endian floats: the first
 * layer by input, the hidden biases, the second layer by output, the output biases. */
#ifndef PLAY_NET_H
#define PLAY_NET_H

#include <peck/bot.h>

enum { NET_HIDDEN_MAX = 256, NET_OUTPUTS_MAX = 16, NET_INPUTS_ON_MAX = 512 };

struct net {
    uint32_t inputs, hidden, outputs;
    const float *first;  /* [inputs][hidden] */
    const float *bias;   /* [hidden] */
    const float *second; /* [outputs][hidden] */
    const float *offset; /* [outputs] */
    float *copy;         /* of the weights, where the file has them in another byte order */
};

/* The inputs that are not zero. */
struct net_input {
    uint32_t count;
    uint16_t index[NET_INPUTS_ON_MAX];
    float value[NET_INPUTS_ON_MAX];
};

static inline void net_on(struct net_input *input, uint32_t index, float value)
{
    PECK_ASSERT(input->count < NET_INPUTS_ON_MAX);
    input->index[input->count] = (uint16_t)index;
    input->value[input->count++] = value;
}

/* Reads the bytes of a .net file, which must stay where they are and be aligned to 4.
 * Returns false when they are not one, or without memory. */
bool net_open(struct net *net, const unsigned char *bytes, size_t count);
void net_close(struct net *net);
/* The outputs as they are. */
void net_eval(const struct net *net, const struct net_input *input, float *outputs);
/* The same through a softmax over the first `live` outputs; the rest become 0. */
void net_eval_softmax(const struct net *net, const struct net_input *input, uint32_t live,
                      float *outputs);
/* The weights of games/<game>/data/<name>.net; NULL when there is no such file. They are
 * compiled in; what is not, a door may fetch. */
const struct net *net_named(const char *name);
extern const struct net *(*net_fetch)(const char *name);

/* ---- Training. ---- */

/* A network that owns its weights, and Adam's averages. */
struct net_trainer {
    struct net net; /* points into `weights` */
    float *weights, *mean, *square, *gradient;
    size_t size;
    uint32_t steps, batch;
};

/* Small random weights. False without memory. */
bool net_trainer_begin(struct net_trainer *trainer, uint32_t inputs, uint32_t hidden,
                       uint32_t outputs, struct peck_rng *rng);
void net_trainer_free(struct net_trainer *trainer);
/* Adds one example to the batch: softmax over `live` outputs against a target distribution,
 * by cross-entropy. Returns the loss. With live == 0: plain outputs, half the squared
 * error. */
float net_trainer_add(struct net_trainer *trainer, const struct net_input *input,
                      uint32_t live, const float *target);
/* One step of Adam over the batch, which is then empty. */
void net_trainer_step(struct net_trainer *trainer, float rate);
/* The size of the file, and its bytes. */
size_t net_file_size(const struct net *net);
void net_file_write(const struct net *net, unsigned char *bytes);
/* Hands it to the training's `save` under that name. */
enum peck_status net_save(const struct net *net, const char *name,
                          const struct peck_training *training);

#endif
