export {
  type Arg,
  type ArgOptions,
  type Args,
  forUpdate,
  Invalid,
  invalid,
  type OnNull,
  type Values,
  type Words,
} from './arg.ts';
export {
  type AnythingOptions,
  anything,
  boolean,
  integer,
  type NumberOptions,
  number,
  type TextOptions,
  text,
} from './args.ts';
export { anyOf, type ListOptions, list, type ObjectOptions, object, oneOf } from './compound.ts';
export { dateTime, email, type FormatOptions, isDateTime, isWebAddress, type UriOptions, uri } from './formats.ts';
export {
  type Method,
  type Permission,
  type RestRequest,
  type RestResponse,
  type Route,
  type RouteDeclaration,
  route,
} from './route.ts';
