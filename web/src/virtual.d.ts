// virtual.d.ts — types of the modules that catalogue.ts and boxes.ts make at build time.
declare module 'virtual:boxes' {
  /** An entry of the start page: a game, and the options that make it that box. */
  export interface Box {
    id: string;
    game: string;
    /** In English, for a game that the catalogue does not know. */
    title: string;
    summary: string;
    options: string[];
    /** What options mean, in English, where the catalogue does not say it. */
    helps: Record<string, string>;
    /** Whether one may choose who begins. */
    first: boolean;
    /** Seats in all for one click, and the bots' level. */
    seats: number;
    level: string;
  }
  const boxes: Box[];
  export default boxes;
}
declare module 'virtual:catalogue/*' {
  const catalogue: Record<string, string | Record<string, string>>;
  export default catalogue;
}
declare module '*?raw' {
  const text: string;
  export default text;
}
