import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A static file of the reference page. */
interface Asset {
  /** Its name in the address, which contains a hash of its content. */
  readonly file: string;
  /** Its subresource integrity value. */
  readonly integrity: string;
  readonly contentType: string;
  /** The same bytes for every answer, so that they are compressed once. */
  readonly source: Uint8Array;
}

export interface Assets {
  /** Redoc, which renders OpenAPI documents, from its package. */
  readonly redoc: Asset;
  /** The script that starts Redoc. */
  readonly start: Asset;
  readonly style: Asset;
  /** The script and the style of the start page. */
  readonly startScript: Asset;
  readonly startStyle: Asset;
}

const TYPES = { js: 'text/javascript; charset=UTF-8', css: 'text/css; charset=UTF-8' } as const;

/** Returns one file of the sources in their order. */
const assetOf = (name: string, kind: keyof typeof TYPES, ...paths: readonly string[]): Asset => {
  const source = Buffer.concat(paths.map((path) => readFileSync(path)));
  return {
    file: `${name}-${hash('sha256', source, 'hex').slice(0, 16)}.${kind}`,
    integrity: `sha256-${hash('sha256', source, 'base64')}`,
    contentType: TYPES[kind],
    source,
  };
};

const require = createRequire(import.meta.url);
let read: Assets | undefined;

/** Returns the files of the reference, about a megabyte; read at the first call and cached. */
export const assets = (): Assets => {
  const frame = join(import.meta.dirname, 'frame.css');
  read ??= {
    redoc: assetOf('redoc', 'js', require.resolve('redoc/bundles/redoc.standalone.js')),
    start: assetOf('start', 'js', join(import.meta.dirname, 'startReference.js')),
    style: assetOf('style', 'css', frame, join(import.meta.dirname, 'reference.css')),
    startScript: assetOf('page', 'js', join(import.meta.dirname, 'startPage.js')),
    startStyle: assetOf('page', 'css', frame, join(import.meta.dirname, 'startPage.css')),
  };
  return read;
};
