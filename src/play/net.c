/* net.c — evaluates and trains a small network, and reads and writes its file.
 *
 * Why not a library: the networks have one hidden layer of at most 256 units, and must run
 * in the browser and on any machine. An evaluation costs (inputs on + outputs) · hidden
 * multiplications, about a microsecond for 32 hidden units. The first layer is stored by
 * input, so that an input adds one contiguous row.
 *
 * Training is Adam on a batch of examples. For a softmax with cross-entropy and for plain
 * outputs with half the squared error, the gradient by the output before the softmax is the
 * same: output less target. So one backward pass serves both. Only the rows of inputs that
 * are on get a gradient from an example. Sums run in a fixed order, so the same build makes
 * the same weights from the same seed, bit for bit.
 *
 * A file is used where it lies on little-endian machines; others make a copy. */
#include "net.h"
#include "kit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char magic[8] = "PECKNET1";
enum { HEAD = sizeof magic + 3 * sizeof(uint32_t) };

static size_t weight_count(uint32_t inputs, uint32_t hidden, uint32_t outputs)
{
    return (size_t)inputs * hidden + hidden + (size_t)outputs * hidden + outputs;
}

static void lay_out(struct net *net, uint32_t inputs, uint32_t hidden, uint32_t outputs,
                    const float *weights)
{
    net->inputs = inputs;
    net->hidden = hidden;
    net->outputs = outputs;
    net->first = weights;
    net->bias = net->first + (size_t)inputs * hidden;
    net->second = net->bias + hidden;
    net->offset = net->second + (size_t)outputs * hidden;
}

/* The file has the low byte of a number first. */
static uint32_t read_number(const unsigned char *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static void write_number(unsigned char *bytes, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
}

/* The weights as this machine reads them: where they lie, or else in a copy that the net
 * owns. NULL without memory. */
static const float *weights_of(struct net *net, const unsigned char *bytes, size_t count)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (const float *)(const void *)bytes;
#else
    net->copy = malloc(count * sizeof *net->copy);
    for (size_t i = 0; net->copy != NULL && i < count; i++) {
        uint32_t number = read_number(bytes + 4 * i);
        memcpy(&net->copy[i], &number, sizeof number);
    }
    return net->copy;
#endif
}

bool net_open(struct net *net, const unsigned char *bytes, size_t count)
{
    uint32_t size[3];
    if (count < HEAD || memcmp(bytes, magic, sizeof magic) != 0)
        return false;
    for (int i = 0; i < 3; i++)
        size[i] = read_number(bytes + sizeof magic + 4 * i);
    if (size[0] > UINT16_MAX || size[1] > NET_HIDDEN_MAX || size[2] > NET_OUTPUTS_MAX)
        return false;
    size_t weights = weight_count(size[0], size[1], size[2]);
    if (count != HEAD + weights * sizeof(float))
        return false;
    net->copy = NULL;
    const float *at = weights_of(net, bytes + HEAD, weights);
    if (at == NULL)
        return false;
    lay_out(net, size[0], size[1], size[2], at);
    return true;
}

void net_close(struct net *net)
{
    free(net->copy);
}

/* The hidden layer, rectified. */
static void eval_hidden(const struct net *net, const struct net_input *input, float *hidden)
{
    memcpy(hidden, net->bias, net->hidden * sizeof *hidden);
    for (uint32_t i = 0; i < input->count; i++) {
        const float *row = net->first + (size_t)input->index[i] * net->hidden;
        float value = input->value[i];
        for (uint32_t h = 0; h < net->hidden; h++)
            hidden[h] += value * row[h];
    }
    for (uint32_t h = 0; h < net->hidden; h++)
        hidden[h] = hidden[h] > 0 ? hidden[h] : 0;
}

static void eval_outputs(const struct net *net, const float *hidden, float *outputs)
{
    for (uint32_t o = 0; o < net->outputs; o++) {
        const float *row = net->second + (size_t)o * net->hidden;
        float sum = net->offset[o];
        for (uint32_t h = 0; h < net->hidden; h++)
            sum += hidden[h] * row[h];
        outputs[o] = sum;
    }
}

static void softmax(float *outputs, uint32_t live, uint32_t all)
{
    float most = outputs[0], sum = 0;
    for (uint32_t o = 1; o < live; o++)
        most = outputs[o] > most ? outputs[o] : most;
    for (uint32_t o = 0; o < all; o++) {
        outputs[o] = o < live ? expf(outputs[o] - most) : 0;
        sum += outputs[o];
    }
    for (uint32_t o = 0; o < live; o++)
        outputs[o] /= sum;
}

void net_eval(const struct net *net, const struct net_input *input, float *outputs)
{
    float hidden[NET_HIDDEN_MAX];
    eval_hidden(net, input, hidden);
    eval_outputs(net, hidden, outputs);
}

void net_eval_softmax(const struct net *net, const struct net_input *input, uint32_t live,
                      float *outputs)
{
    net_eval(net, input, outputs);
    softmax(outputs, live, net->outputs);
}

/* ---- Training. ---- */

/* Nearly normal, from twelve even draws. */
static float draw_normal(struct peck_rng *rng)
{
    float sum = -6;
    for (int i = 0; i < 12; i++)
        sum += kit_float(rng);
    return sum;
}

bool net_trainer_begin(struct net_trainer *trainer, uint32_t inputs, uint32_t hidden,
                       uint32_t outputs, struct peck_rng *rng)
{
    memset(trainer, 0, sizeof *trainer);
    trainer->size = weight_count(inputs, hidden, outputs);
    float *memory = calloc(4 * trainer->size, sizeof *memory);
    if (memory == NULL)
        return false;
    trainer->weights = memory;
    trainer->mean = memory + trainer->size;
    trainer->square = memory + 2 * trainer->size;
    trainer->gradient = memory + 3 * trainer->size;
    lay_out(&trainer->net, inputs, hidden, outputs, trainer->weights);
    for (size_t i = 0; i < (size_t)inputs * hidden; i++)
        trainer->weights[i] = 0.1f * draw_normal(rng); /* about a hundred inputs are on */
    float *second = trainer->weights + (trainer->net.second - trainer->net.first);
    for (size_t i = 0; i < (size_t)outputs * hidden; i++)
        second[i] = draw_normal(rng) / sqrtf((float)hidden);
    return true;
}

void net_trainer_free(struct net_trainer *trainer)
{
    free(trainer->weights);
}

float net_trainer_add(struct net_trainer *trainer, const struct net_input *input,
                      uint32_t live, const float *target)
{
    const struct net *net = &trainer->net;
    float hidden[NET_HIDDEN_MAX], outputs[NET_OUTPUTS_MAX] = {0},
                                  back[NET_HIDDEN_MAX] = {0};
    float *gradient = trainer->gradient, loss = 0;
    float *g_bias = gradient + (net->bias - net->first);
    float *g_second = gradient + (net->second - net->first);
    float *g_offset = gradient + (net->offset - net->first);
    eval_hidden(net, input, hidden);
    eval_outputs(net, hidden, outputs);
    if (live > 0)
        softmax(outputs, live, net->outputs);
    for (uint32_t o = 0; o < (live > 0 ? live : net->outputs); o++) {
        float error =
            outputs[o] - target[o]; /* of both losses, by the output before softmax */
        const float *row = net->second + (size_t)o * net->hidden;
        float *g_row = g_second + (size_t)o * net->hidden;
        loss += live > 0 ? -target[o] * logf(outputs[o] + 1e-9f) : 0.5f * error * error;
        g_offset[o] += error;
        for (uint32_t h = 0; h < net->hidden; h++) {
            g_row[h] += error * hidden[h];
            back[h] += error * row[h];
        }
    }
    for (uint32_t h = 0; h < net->hidden; h++) {
        back[h] = hidden[h] > 0 ? back[h] : 0;
        g_bias[h] += back[h];
    }
    for (uint32_t i = 0; i < input->count; i++) {
        float *g_row = gradient + (size_t)input->index[i] * net->hidden;
        for (uint32_t h = 0; h < net->hidden; h++)
            g_row[h] += input->value[i] * back[h];
    }
    trainer->batch++;
    return loss;
}

void net_trainer_step(struct net_trainer *trainer, float rate)
{
    const float keep_mean = 0.9f, keep_square = 0.999f;
    trainer->steps++;
    float scale = 1 / (float)trainer->batch;
    float fix_mean = 1 / (1 - powf(keep_mean, (float)trainer->steps));
    float fix_square = 1 / (1 - powf(keep_square, (float)trainer->steps));
    for (size_t i = 0; i < trainer->size; i++) {
        float g = trainer->gradient[i] * scale;
        trainer->mean[i] = keep_mean * trainer->mean[i] + (1 - keep_mean) * g;
        trainer->square[i] = keep_square * trainer->square[i] + (1 - keep_square) * g * g;
        trainer->weights[i] -= rate * fix_mean * trainer->mean[i] /
                               (sqrtf(fix_square * trainer->square[i]) + 1e-8f);
        trainer->gradient[i] = 0;
    }
    trainer->batch = 0;
}

size_t net_file_size(const struct net *net)
{
    return HEAD + weight_count(net->inputs, net->hidden, net->outputs) * sizeof(float);
}

void net_file_write(const struct net *net, unsigned char *bytes)
{
    uint32_t size[3] = {net->inputs, net->hidden, net->outputs};
    size_t weights = weight_count(net->inputs, net->hidden, net->outputs);
    memcpy(bytes, magic, sizeof magic);
    for (int i = 0; i < 3; i++)
        write_number(bytes + sizeof magic + 4 * i, size[i]);
    for (size_t i = 0; i < weights; i++) {
        uint32_t number;
        memcpy(&number, &net->first[i], sizeof number);
        write_number(bytes + HEAD + 4 * i, number);
    }
}

enum peck_status net_save(const struct net *net, const char *name,
                          const struct peck_training *training)
{
    size_t size = net_file_size(net);
    unsigned char *bytes = malloc(size);
    if (bytes == NULL)
        return PECK_NO_MEMORY;
    net_file_write(net, bytes);
    enum peck_status status = training->save(training->context, name, bytes, size);
    free(bytes);
    return status;
}
