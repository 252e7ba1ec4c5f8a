import { ServiceRefusal } from '../handler';

/** 400 for one field of the request. spec 7.1 */
export function fieldRefusal(propertyName: string, message: string): ServiceRefusal {
  return new ServiceRefusal(400, `${propertyName} ${message}`, [{ message, propertyName }]);
}

/** 400 for several fields at once. spec 7.1 */
export function fieldsRefusal(fields: readonly { propertyName: string; message: string }[]): ServiceRefusal {
  const text = fields.map(({ propertyName, message }) => `${propertyName} ${message}`).join('; ');
  return new ServiceRefusal(400, text, fields);
}
