import { serviceNames } from '@almanac/manifest';
import { z } from 'zod';
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
