import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@almanac/manifest';
import { z } from 'zod';
import { ownSettings } from './definition.ts';
import { ConfigurationError, outsideAddress, port, readEnvironment, serviceAddresses } from './environment.ts';

const schema = z.object({
  PORT: port.default(8080),
  SERVICES: serviceAddresses.optional(),
  APP: outsideAddress.optional(),
});

describe('the environment', () => {
  it('is read by its schema; empty counts as absent', () => {
    expect(readEnvironment(schema, { PORT: '', HOME: 'x' })).toEqual({ PORT: 8080 });
    expect(readEnvironment(schema, { PORT: '0' })).toEqual({ PORT: 0 });
  });

  it('gives addresses by service', () => {
    const { SERVICES } = readEnvironment(schema, { SERVICES: 'core=http://a:1/, calendar=http://b:2' });
    expect([...(SERVICES ?? [])]).toEqual([
      ['core', 'http://a:1'],
      ['calendar', 'http://b:2'],
    ]);
  });

  it('gives every service of the manifest an address by one pattern', () => {
    const { SERVICES } = readEnvironment(schema, { SERVICES: 'http://{service}.example:8080/' });
    expect([...(SERVICES ?? [])]).toEqual(serviceNames.map((name) => [name, `http://${name}.example:8080`]));
  });

  it.each([
    [{ PORT: '70000' }, /PORT: /],
    [{ PORT: 'eighty' }, /PORT: /],
    [{ APP: 'https://user:secret@app.example/' }, /APP: must not contain credentials/],
    [{ APP: 'ftp://app.example/' }, /APP: /],
    [{ SERVICES: 'core' }, /SERVICES: "core" is not of the form name=address/],
    [{ SERVICES: 'core=nowhere' }, /SERVICES: /],
    [{ SERVICES: '{service}:8080' }, /SERVICES: "core=core:8080" is not of the form/],
  ])('is refused by name if it is invalid: %j', (environment, message) => {
    expect(() => readEnvironment(schema, environment)).toThrow(message);
    expect(() => readEnvironment(schema, environment)).toThrow(ConfigurationError);
  });
});

describe('a variable in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-variables-'));
  const file = join(folder, 'port');
  beforeAll(() => writeFileSync(file, '4000\n'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read from the path in NAME_FILE, without the line break at its end', () => {
    expect(readEnvironment(schema, { PORT_FILE: file })).toEqual({ PORT: 4000 });
    expect(readEnvironment(schema, { PORT_FILE: '', PORT: '1' })).toEqual({ PORT: 1 });
  });

  it('is refused if it is set itself too, or if the file cannot be read', () => {
    expect(() => readEnvironment(schema, { PORT: '1', PORT_FILE: file })).toThrow(/PORT: PORT_FILE is set too/);
    const missing = join(folder, 'missing');
    expect(() => readEnvironment(schema, { PORT_FILE: missing })).toThrow(`PORT_FILE: ${missing} cannot be read`);
  });

  it('belongs to one service like the variable', () => {
    writeFileSync(join(folder, 'key'), 'k'.repeat(32));
    expect(ownSettings('translation', { TRANSLATION_ENGINE_KEY_FILE: join(folder, 'key') })).toEqual({
      TRANSLATION_ENGINE_KEY: 'k'.repeat(32),
    });
  });
});
