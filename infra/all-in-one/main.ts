/** Starts the site as `main.mjs` does, with some more processor time for Node's TypeScript parser. */
import './main.mjs';
