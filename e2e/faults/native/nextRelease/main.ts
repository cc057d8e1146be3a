import type { RequestListener } from 'node:http';
import { createCalendar } from '@almanac/calendar/app';
import { definition } from '@almanac/calendar/definition';
import { createCommands, type Registration } from '@almanac/event-sourcing';
import type { ServicePorts } from '@almanac/service';
import { runService } from '@almanac/service/process';
import { INSPECTED, nextCalendar } from './nextCalendar.ts';

// The calendar of the next release as a process. `POST /next-release/ID` makes it write event types of a venue that this
// release does not know, and exit at once: before it can take over a relay or projector that stops at these events.

const ASKED = /^\/next-release\/(\d+)$/;

const writing = (ports: ServicePorts, listener: RequestListener): RequestListener => {
  const commands = createCommands({ ...ports, registrations: nextCalendar.registrations });
  const { aggregate } = nextCalendar.registrations.find((each) => each.aggregate.category === 'venue') as Registration;
  const who = { principal: 'system', language: 'en', correlation: 'next', causation: 'next' } as const;
  const write = async (id: number): Promise<number | undefined> => {
    const { position } = await commands.run(who, (unit) =>
      unit.append(aggregate, id, [
        { type: INSPECTED, data: { inspected: '2031-04-01' } },
        { type: 'VenueChanged', data: { note: 'inspected' } },
      ]),
    );
    return position;
  };
  return (request, response) => {
    const id = ASKED.exec(request.url ?? '')?.[1];
    if (id === undefined) return listener(request, response);
    void write(Number(id)).then(
      (position) => response.end(JSON.stringify({ position }), () => process.kill(process.pid, 'SIGKILL')),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  };
};

const create = (ports: ServicePorts) => {
  const app = createCalendar(ports, nextCalendar);
  return { ...app, listener: writing(ports, app.listener) };
};

await runService({ ...definition, ...nextCalendar, create }, process);
