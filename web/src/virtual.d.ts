/// <reference types="vite-plugin-pwa/client" />
// virtual.d.ts — modules that catalogue.ts makes.
declare module 'virtual:catalogue/*' {
  const catalogue: Record<string, string | Record<string, string>>;
  export default catalogue;
}
