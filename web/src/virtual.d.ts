/// <reference types="vite-plugin-pwa/client" />
// virtual.d.ts — modules that catalogue.ts makes.
declare module 'virtual:catalogue/*' {
  const catalogue: Record<string, string | Record<string, string>>;
  export default catalogue;
}
declare module 'virtual:refusals-*' {
  const pairs: (readonly [english: string, told: string])[];
  export default pairs;
}
