import type { Reflex } from "./reflex.d.ts"

export default (({ who }) => `Hello, ${who}!`) satisfies Reflex
