import type { Catalogue } from '@almanac/i18n';
import { embedMessages } from '../embeds/embedAddress.ts';
import { budgetMessages } from '../providers/lookUpBudget.ts';

/** This service's texts in Spanish (United States). */
export const esUs: Catalogue = {
  [embedMessages.nothing]: 'En esta dirección no hay nada que se pueda insertar.',
  [embedMessages.protectedTitle]: 'Protegido: {title}',
  [budgetMessages.spent]: 'Se consultaron demasiadas direcciones; inténtelo de nuevo en {seconds} segundos.',
  'What it takes to show a page of this site elsewhere.':
    'Lo necesario para mostrar en otro lugar una página de este sitio.',
  'The address of the page.': 'La dirección de la página.',
  'The form of the answer: json or xml.': 'La forma de la respuesta: json o xml.',
  'The room there is, in pixels.': 'El espacio disponible, en píxeles.',
  'What it takes to show a page in a post.': 'Lo necesario para mostrar una página en una entrada.',
  'The address of what is to be embedded.': 'La dirección de lo que se va a insertar.',
  'The form that providers are asked for.': 'La forma que se pide a los proveedores.',
  'The room there is across, in pixels.': 'El espacio disponible a lo ancho, en píxeles.',
  'The room there is downwards, in pixels.': 'El espacio disponible a lo alto, en píxeles.',
  'Whether pages of unknown providers are asked where their embed data are.':
    'Si se pregunta a las páginas de proveedores desconocidos dónde están sus datos para insertar.',
};
