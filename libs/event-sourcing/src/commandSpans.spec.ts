import { spans } from '@almanac/telemetry';
import { type ReceivedSpan, startTraced, type TestTelemetry } from '@almanac/telemetry/testing';
import { asked, name, type ServiceUnderTest, serviceUnderTest, venue } from './serviceUnderTest.contract.ts';

const SAMPLED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

let traced: TestTelemetry;
let service: ServiceUnderTest;
beforeEach(async () => {
  traced = await startTraced();
  service = serviceUnderTest();
});
afterEach(async () => {
  service.close();
  await traced.stop();
});

const within = <Result>(work: () => Promise<Result>): Promise<Result> =>
  spans.run('request', { root: true, parent: SAMPLED }, work);

const commandSpans = async (): Promise<ReceivedSpan[]> =>
  (await traced.spans()).filter((span) => span.name === 'command');

describe('the span of a command', () => {
  it('names each type of event once, and one decision', async () => {
    const types = ['VenueCreated', 'VenueChanged', 'VenueChanged'] as const;
    await within(() =>
      service.commands.run(asked, (unit) =>
        unit.append(
          venue,
          1,
          types.map((type) => ({ type, data: { name: type } })),
        ),
      ),
    );
    expect(await commandSpans()).toMatchObject([
      { attributes: { 'almanac.event_types': 'VenueCreated VenueChanged' }, isError: false },
    ]);
    expect(Number((await commandSpans())[0]?.attributes['almanac.tries'])).toBe(1);
  });

  it('counts the decisions if another command was faster', async () => {
    await name(service, 1, 'Harbour');
    let tries = 0;
    await within(() =>
      service.commands.run(asked, async (unit) => {
        await unit.load(venue, 1);
        if (++tries === 1) await name(service, 1, 'Quay');
        return unit.append(venue, 1, [{ type: 'VenueChanged', data: { name: 'Pier' } }]);
      }),
    );
    const attributes = (await commandSpans()).map((span) => Number(span.attributes['almanac.tries']));
    expect(Math.max(...attributes)).toBe(2);
  });
});
