import { answered, failedFetch, type Rule } from './rule.ts'

const failedModule =
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed/

export const connection: readonly Rule[] = [
  {
    id: 'network-down',
    signs: [
      {
        confidence: 0.95,
        text: /net::ERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED|ADDRESS_UNREACHABLE)|NS_ERROR_OFFLINE|Internet connection appears to be offline/,
      },
      { confidence: 0.7, text: failedFetch },
      { confidence: 0.4, text: failedModule },
    ],
    advice: {
      title: 'Your device may be offline',
      severity: 'high',
      category: 'Connection',
      estimatedTime: '1 to 5 minutes',
      description:
        'The page asked the site for something and no answer came back. Most often the internet connection was gone for a moment.',
      actionSteps: [
        'Open another website. If that does not load either, your connection is down.',
        'On a phone, turn flight mode on and off again. On a computer, turn Wi-Fi off and on, or check the cable.',
        'If nothing loads on any device at your place, restart the router and wait two minutes.',
        'Come back and press Refresh Page.',
      ],
      preventionTips: [
        'Copy long texts before you send them while the connection is shaky.',
        'Move closer to the router, or use mobile data, when Wi-Fi keeps dropping.',
      ],
    },
  },
  {
    id: 'address-not-found',
    signs: [
      {
        confidence: 0.95,
        text: /net::ERR_NAME_(?:NOT_RESOLVED|RESOLUTION_FAILED)|NS_ERROR_UNKNOWN_HOST|server with the specified hostname could not be found|Error resolving /,
      },
      { confidence: 0.2, text: failedFetch },
    ],
    advice: {
      title: 'The address of the site could not be looked up',
      severity: 'high',
      category: 'Connection',
      estimatedTime: '5 minutes',
      description:
        'Your device asked where the site lives on the internet (DNS) and got no answer. The cause is nearly always the network you are in, a VPN or an ad-blocking DNS service.',
      actionSteps: [
        'Check the address in the bar of your browser for typing errors.',
        'Turn off a VPN or a private DNS service for a moment and press Refresh Page.',
        'Try another network, for example mobile data instead of Wi-Fi.',
        'Restart the router if other sites cannot be found either.',
      ],
      preventionTips: ['Keep a bookmark of the site instead of typing its address.'],
    },
  },
  {
    id: 'site-unreachable',
    signs: [
      {
        confidence: 0.9,
        text: /net::ERR_CONNECTION_(?:REFUSED|TIMED_OUT|FAILED)|NS_ERROR_CONNECTION_REFUSED|NS_ERROR_NET_TIMEOUT|Could not connect to/,
        unless: /WebSocket/,
      },
      { confidence: 0.45, text: failedFetch },
    ],
    advice: {
      title: 'The site cannot be reached at the moment',
      severity: 'high',
      category: 'Connection',
      estimatedTime: '5 minutes',
      description:
        'Your device is online, but the site took no connection. It may be restarting, or a firewall on the way keeps you from it.',
      actionSteps: [
        'Wait a minute and press Refresh Page.',
        'If other sites work, try this one from another network or with the VPN turned off.',
        'In an office or a school, ask whether the network blocks the site.',
      ],
      preventionTips: ['What you had written may be lost on a refresh: copy it first.'],
    },
  },
  {
    id: 'connection-cut',
    signs: [
      {
        confidence: 0.9,
        text: /net::ERR_(?:CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING|HTTP2_\w+|QUIC_\w+)|NS_ERROR_NET_(?:RESET|INTERRUPT|PARTIAL_TRANSFER)|network connection was lost|Content-Length header of network response exceeds/,
      },
      {
        confidence: 0.8,
        text: /^TypeError: network error$|Error in (?:input|body) stream|Unexpected end of JSON input|Unterminated string in JSON|JSON\.parse: (?:unexpected end of data|unterminated string)|JSON Parse error: (?:Unexpected EOF|Unterminated string)/,
      },
      { confidence: 0.3, text: failedFetch },
    ],
    advice: {
      title: 'The connection broke in the middle of an answer',
      severity: 'medium',
      category: 'Connection',
      estimatedTime: '1 minute',
      description:
        'The site had begun to answer, but only a part of the answer arrived. This happens when Wi-Fi is weak or the device changes from one network to another.',
      actionSteps: [
        'Press Refresh Page and look whether what you did has been saved before you do it again.',
        'Stay in one place, or change from Wi-Fi to mobile data, if it happens again.',
        'Turn off a VPN or a data-saving mode for a moment.',
      ],
      preventionTips: ['Wait for the page to settle before you close a lid or leave a building.'],
    },
  },
  {
    id: 'timeout',
    signs: [
      {
        confidence: 0.9,
        text: /^TimeoutError: |The (?:operation|request) timed out|: Request Timeout$|net::ERR_TIMED_OUT/,
      },
      { confidence: 0.9, text: answered(408, 'Request Timeout') },
      {
        confidence: 0.4,
        text: /^AbortError: (?:Fetch is aborted|The operation was aborted\.? ?)$/,
      },
    ],
    advice: {
      title: 'The answer took too long',
      severity: 'medium',
      category: 'Connection',
      estimatedTime: '2 minutes',
      description:
        'The page waited ten seconds for an answer and then gave up. The connection is slow, or the site is very busy.',
      actionSteps: [
        'Wait half a minute and press Refresh Page.',
        'Look whether your vote, comment or submission is there before you send it again.',
        'Stop downloads and video calls that use the same connection, or try another network.',
      ],
      preventionTips: ['On a slow connection, open one page at a time.'],
    },
  },
  {
    id: 'proxy-refused',
    signs: [
      {
        confidence: 0.95,
        text: /net::ERR_(?:PROXY_\w+|TUNNEL_CONNECTION_FAILED|UNEXPECTED_PROXY_AUTH|SOCKS_\w+)|NS_ERROR_(?:PROXY_\w+|UNKNOWN_PROXY_HOST)/,
      },
    ],
    advice: {
      title: 'Your proxy or VPN does not let the page through',
      severity: 'high',
      category: 'Connection',
      estimatedTime: '5 minutes',
      description:
        'Your browser is set to send everything through a proxy (a go-between), and that did not answer or wanted a password.',
      actionSteps: [
        'Turn off your VPN or privacy app and press Refresh Page.',
        'Search the settings of your device for “proxy” and switch it off if you did not set it up.',
        'In an office, ask those who look after the network for the right proxy settings.',
      ],
      preventionTips: ['Uninstall VPN apps that you no longer use: some leave a proxy behind.'],
    },
  },
]
