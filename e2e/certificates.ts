import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate with its private key: paths of PEM files. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority of a test, which signs certificates. */
export interface Authority {
  /** Path of its certificate, as PEM. */
  readonly ca: string;
  /** @param names such as `IP:127.0.0.1,DNS:localhost` */
  issue(name: string, names: string): Certificate;
}

/** Reason why no certificates can be made here; undefined if they can. */
export const lackingOpenssl = (): string | undefined =>
  spawnSync('openssl', ['req', '-help']).status === 0 ? undefined : 'there is no openssl';

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];

const request = (args: readonly string[]): void => {
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...NEW_KEY, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl failed: ${stderr}`);
};

/** Creates an authority whose files are in a folder. */
export const createAuthority = (folder: string): Authority => {
  const [ca, caKey] = [join(folder, 'ca.pem'), join(folder, 'ca.key')];
  request(['-keyout', caKey, '-out', ca, '-subj', '/CN=authority of a test']);
  return {
    ca,
    issue: (name, names) => {
      const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
      const signed = ['-CA', ca, '-CAkey', caKey, '-addext', `subjectAltName=${names}`];
      const leaf = ['-addext', 'basicConstraints=critical,CA:FALSE'];
      request([...signed, ...leaf, '-keyout', key, '-out', cert, '-subj', `/CN=${name}`]);
      return { cert, key };
    },
  };
};

/** Returns the contents of a certificate's files, for a server. */
export const pemOf = ({ cert, key }: Certificate): { readonly cert: string; readonly key: string } => ({
  cert: readFileSync(cert, 'utf8'),
  key: readFileSync(key, 'utf8'),
});
