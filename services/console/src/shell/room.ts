import type SvgIcon from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import type { Source } from './source.ts';

/** An address of a room: a table of records with its forms, or another screen. */
export interface Entry {
  /** The address below the console: `calendar/events`. It begins with the name of the room. */
  readonly path: string;
  /** The English name in the menu; of a table in the plural. */
  readonly label: string;
  /** The right that a person needs to see it. */
  readonly right?: string;
  /** The records of a table; the name of the resource is the path. */
  readonly source?: Source;
  readonly list?: ComponentType;
  readonly create?: ComponentType;
  readonly edit?: ComponentType;
  /** The member that names a record in links and search fields. */
  readonly representation?: string;
  /** The content of an address that is no table; its form is of the only record of the source. */
  readonly screen?: ComponentType;
}

/** A group of the menu. Each room is a folder below `src/rooms`, and adds itself to `src/rooms/rooms.ts`. */
export interface Room {
  readonly name: string;
  readonly label: string;
  readonly icon: typeof SvgIcon;
  readonly entries: readonly Entry[];
}
