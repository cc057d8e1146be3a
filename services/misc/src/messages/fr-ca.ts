import type { Catalogue } from '@almanac/i18n';
import { embedMessages } from '../embeds/embedAddress.ts';
import { budgetMessages } from '../providers/lookUpBudget.ts';

/** This service's texts in French (Canada). */
export const frCa: Catalogue = {
  [embedMessages.nothing]: 'Rien ne peut être intégré à partir de cette adresse.',
  [embedMessages.protectedTitle]: 'Protégé\u00a0: {title}',
  [budgetMessages.spent]: 'Trop d’adresses ont été consultées\u00a0; réessayez dans {seconds} secondes.',
  'What it takes to show a page of this site elsewhere.': 'Ce qu’il faut pour montrer ailleurs une page de ce site.',
  'The address of the page.': 'L’adresse de la page.',
  'The form of the answer: json or xml.': 'La forme de la réponse\u00a0: json ou xml.',
  'The room there is, in pixels.': 'La place disponible, en pixels.',
  'What it takes to show a page in a post.': 'Ce qu’il faut pour montrer une page dans un article.',
  'The address of what is to be embedded.': 'L’adresse de ce qui doit être intégré.',
  'The form that providers are asked for.': 'La forme demandée aux fournisseurs.',
  'The room there is across, in pixels.': 'La place disponible en largeur, en pixels.',
  'The room there is downwards, in pixels.': 'La place disponible en hauteur, en pixels.',
  'Whether pages of unknown providers are asked where their embed data are.':
    'Si l’on demande aux pages de fournisseurs inconnus où se trouvent leurs données d’intégration.',
};
