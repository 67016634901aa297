/**
 * The setting that a lost connection is about: which certificate was not taken, or which proxy does not answer.
 *
 * @module
 */
import type { Profile } from '../profile/profile.js'
import { WrongSetting } from './wrong-setting.js'

/** The setting where the text of a failure names one better than the check does that met it. */
export function settingOfConnection(message: string, profile: Profile, setting: string): WrongSetting | undefined {
  const { network } = profile
  if (network?.proxy !== undefined && /the proxy \S+: /.test(message)) {
    return new WrongSetting(
      'network.proxy',
      message,
      'Check address and password of the proxy, and that it may reach the bank.',
    )
  }
  if (/ALTNAME_INVALID/.test(message)) {
    return new WrongSetting(setting, message, 'The certificate is for another host: write the name that it is for.')
  }
  if (/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/.test(message)) {
    return new WrongSetting(setting, message, "The bank's certificate is not valid today; it has to be renewed there.")
  }
  if (/UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|UNTRUSTED|INVALID_CA|CERT_SIGNATURE_FAILURE/.test(message)) {
    return new WrongSetting(
      'network.ca',
      message,
      "Name the certificate of the bank's own authority: network: { ca: file:ca.pem }.",
    )
  }
  if (/ALERT_|HANDSHAKE_FAILURE/.test(message) && !/PROTOCOL_VERSION/.test(message)) {
    const own = profile.tpps.main.certificate ? 'tpps.main.certificate' : 'network.clientCertificate'
    return new WrongSetting(own, message, 'The bank asks for a client certificate that it knows.')
  }
  return undefined
}
