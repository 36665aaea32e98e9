// route.svelte.ts — the page that the address names: the parts after `#/`, and the query after `?`.
// So every page has a link and the browser's "back" works, without help from a server.

/** A part that was cut off in the middle of a letter stays as it is: then it names nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Route {
  parts = $state.raw<string[]>([]);
  query = $state.raw(new URLSearchParams());

  constructor() {
    this.read();
    addEventListener('hashchange', () => this.read());
  }

  private read(): void {
    const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
    this.parts = path.split('/').filter(Boolean).map(decoded);
    this.query = new URLSearchParams(query);
  }

  go(path: string): void {
    location.hash = path;
  }

  /** The same page with another address, which "back" does not come by. */
  become(path: string): void {
    history.replaceState(null, '', path);
    this.read();
  }
}

export const route = new Route();
