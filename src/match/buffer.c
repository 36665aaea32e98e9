/* buffer.c — memory for text that grows, and for trees.
 *
 * The room doubles, so that adding a byte costs a constant on average. Writers that know
 * how much they will write at most open a struct peck_text in the buffer and write without
 * checks. */
#include "inner.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 256 };

enum peck_status peck_buffer_reserve(struct peck_buffer *buffer, size_t more)
{
    if (more > SIZE_MAX / 4 || buffer->length > SIZE_MAX / 4)
        return PECK_NO_MEMORY;
    size_t needed = buffer->length + more + 1; /* the NUL */
    if (needed <= buffer->room)
        return PECK_OK;
    size_t room = buffer->room * 2 > ROOM_FIRST ? buffer->room * 2 : ROOM_FIRST;
    if (room < needed)
        room = needed;
    char *bytes = realloc(buffer->bytes, room);
    if (bytes == NULL)
        return PECK_NO_MEMORY;
    bytes[buffer->length] = '\0';
    buffer->bytes = bytes;
    buffer->room = room;
    return PECK_OK;
}

enum peck_status peck_buffer_add(struct peck_buffer *buffer, const void *bytes,
                                 size_t count)
{
    enum peck_status status = peck_buffer_reserve(buffer, count);
    if (status != PECK_OK)
        return status;
    if (count > 0)
        memcpy(buffer->bytes + buffer->length, bytes, count);
    buffer->length += count;
    buffer->bytes[buffer->length] = '\0';
    return PECK_OK;
}

enum peck_status peck_buffer_put(struct peck_buffer *buffer, const char *string)
{
    return peck_buffer_add(buffer, string, strlen(string));
}

enum peck_status peck_buffer_open(struct peck_buffer *buffer, size_t more,
                                  struct peck_text *text)
{
    PECK_ASSERT(more < UINT32_MAX);
    enum peck_status status = peck_buffer_reserve(buffer, more);
    if (status == PECK_OK)
        *text = peck_text_begin(buffer->bytes + buffer->length, more + 1);
    return status;
}

void peck_buffer_close(struct peck_buffer *buffer, const struct peck_text *text)
{
    PECK_ASSERT(!text->full);
    buffer->length += text->length;
}

void peck_buffer_free(struct peck_buffer *buffer)
{
    free(buffer->bytes);
    *buffer = (struct peck_buffer){0};
}

enum peck_status peck_tree_reserve(struct peck_tree *tree, size_t nodes, size_t bytes)
{
    size_t most = SIZE_MAX / 4;
    if (nodes > most / sizeof *tree->nodes || bytes > most)
        return PECK_NO_MEMORY;
    size_t size = nodes * sizeof *tree->nodes;
    void *memory = realloc(tree->nodes, size + bytes + 1); /* never nothing */
    if (memory == NULL)
        return PECK_NO_MEMORY;
    *tree = peck_tree_begin(memory, nodes, (char *)memory + size, bytes);
    return PECK_OK;
}

void peck_tree_free(struct peck_tree *tree)
{
    free(tree->nodes);
    *tree = (struct peck_tree){0};
}
