import { readPublicPolicy } from './outgoingSettings.ts';

describe('The policy for addresses that people give', () => {
  it('allows public addresses only, unless the operator names private ones', () => {
    expect(readPublicPolicy({}).privateTargets).toBeUndefined();
    const { privateTargets } = readPublicPolicy({ PRIVATE_TARGETS: 'staging.internal, 10.2.0.0/16' });
    const isAllowed = (host: string, address: string) => privateTargets?.includes(host, [address]);
    expect([
      isAllowed('staging.internal', '10.9.0.1'),
      isAllowed('other.internal', '10.2.3.4'),
      isAllowed('other.internal', '10.9.0.1'),
    ]).toEqual([true, true, false]);
  });

  it('refuses a list with an entry that is neither host nor network', () => {
    expect(() => readPublicPolicy({ PRIVATE_TARGETS: '10.2.0.0/99' })).toThrow(
      'PRIVATE_TARGETS: must be hosts, addresses or networks, such as staging.internal,10.2.0.0/16',
    );
  });
});
