{{- define "answerable.labels" -}}
app.kubernetes.io/name: answerable
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "answerable.selector" -}}
app.kubernetes.io/name: answerable
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "answerable.image" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{- define "answerable.secret" -}}
{{ .root.Values.secretsPrefix | default .root.Release.Name }}-{{ .name }}
{{- end }}

{{/* The settings of a ConfigMap that its readers have, and the files of a Secret. */}}
{{- define "answerable.environment" -}}
{{- range .settings }}
- name: {{ . }}
  valueFrom: { configMapKeyRef: { name: {{ $.root.Release.Name }}-settings, key: {{ . }}, optional: true } }
{{- end }}
{{- $unused := ternary "" "open-data-secret-access-key" (not (empty .root.Values.settings.OPEN_DATA_STORE)) }}
{{- range without .secrets $unused }}
- name: {{ . | upper | replace "-" "_" }}_FILE
  value: /run/secrets/{{ . }}
{{- end }}
{{- if .root.Values.certificateAuthority.configMap }}
- { name: NODE_EXTRA_CA_CERTS, value: /run/own/ca.pem }
{{- end }}
{{- end }}

{{- define "answerable.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  # The group of mounted files.
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* `countryDatabase` has a volume, and this is the program that reads it. */}}
{{- define "answerable.readsCountries" -}}
{{- if and (eq .name "auth") .root.Values.countryDatabase.volume }}true{{ end }}
{{- end }}

{{/* `openData` has a volume and no bucket, and this is a program that writes or serves the open data. */}}
{{- define "answerable.hasOpenData" -}}
{{- if and (has .name (list "catalog" "gateway")) .root.Values.openData.volume (not .root.Values.settings.OPEN_DATA_STORE) }}true{{ end }}
{{- end }}

{{- define "answerable.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: secrets, mountPath: /run/secrets, readOnly: true }
  {{- if .root.Values.certificateAuthority.configMap }}
  - { name: own, mountPath: /run/own, readOnly: true }
  {{- end }}
  {{- if include "answerable.readsCountries" . }}
  - { name: countries, mountPath: /run/countries, readOnly: true }
  {{- end }}
  {{- if include "answerable.hasOpenData" . }}
  - { name: open-data, mountPath: /open-data, readOnly: {{ eq .name "gateway" }} }
  {{- end }}
{{- end }}

{{- define "answerable.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
- name: secrets
  secret: { secretName: {{ include "answerable.secret" . }}, defaultMode: 0440 }
{{- if .root.Values.certificateAuthority.configMap }}
- name: own
  configMap: { name: {{ .root.Values.certificateAuthority.configMap }} }
{{- end }}
{{- if include "answerable.readsCountries" . }}
- name: countries
  {{- toYaml .root.Values.countryDatabase.volume | nindent 2 }}
{{- end }}
{{- if include "answerable.hasOpenData" . }}
- name: open-data
  {{- toYaml .root.Values.openData.volume | nindent 2 }}
{{- end }}
{{- end }}

{{/* The files that the migrator reads, as JSON: the owner's URL and the password of each service's role. */}}
{{- define "answerable.ownerSecrets" -}}
{{- $secrets := list "database-url" }}
{{- range $name, $program := (.Files.Get "programs.yaml" | fromYaml).programs }}
{{- if has "database" $program.reaches }}{{ $secrets = append $secrets (printf "%s-db-password" $name) }}{{ end }}
{{- end }}
{{- toJson $secrets }}
{{- end }}
