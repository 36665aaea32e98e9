// markdown.ts — parses the little Markdown that our short rules use: titles, paragraphs, lists.
// Emphasis is dropped.

export interface Block {
  kind: 'title' | 'list' | 'text';
  lines: string[];
}

export function blocks(text: string): Block[] {
  const found: Block[] = [];
  let open: Block | null = null;
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\*\*|`/g, '').trim();
    const item = /^[-*] (.*)/.exec(line)?.[1];
    const title = /^#+ (.*)/.exec(line)?.[1];
    if (line === '') open = null;
    else if (title !== undefined) {
      found.push({ kind: 'title', lines: [title] });
      open = null;
    } else if (item !== undefined) {
      if (open?.kind !== 'list') found.push((open = { kind: 'list', lines: [] }));
      open.lines.push(item);
    } else if (open?.kind === 'list') open.lines.push(`${open.lines.pop()} ${line}`);
    else {
      if (!open) found.push((open = { kind: 'text', lines: [] }));
      open.lines.push(line);
    }
  }
  return found;
}
