/** Loaded before a site (`--import`), takes the translation service out of its manifest: the number stays reserved. */
import { registerHooks } from 'node:module';

const LEFT_OUT = `
const { translation, ...others } = manifest.services;
Object.assign(manifest, { services: others, reserved: { translation: translation.number } });
`;

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    return url.endsWith('/libs/manifest/src/manifest.ts')
      ? { ...loaded, source: `${loaded.source}${LEFT_OUT}` }
      : loaded;
  },
});
