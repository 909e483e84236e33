{{- define "segue.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "segue.labels" -}}
{{ include "segue.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "segue.selector" -}}
app.kubernetes.io/name: segue
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- /* The pods of a role. Takes a dict: root, role ("web" or "worker"), values (those of the role). */ -}}
{{- define "segue.pod" -}}
{{- $root := .root -}}
metadata:
  labels:
    {{- include "segue.selector" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  {{- with $root.Values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  # Requests and jobs under way are finished first, at the latest within 23 seconds (and 5 before): behind a proxy it serves 5 longer, streams end within 5, requests within 5, jobs within 8.
  terminationGracePeriodSeconds: 30
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "segue.selector" $root | nindent 10 }}
          app.kubernetes.io/component: {{ .role }}
  containers:
    - name: segue
      image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      envFrom:
        - secretRef:
            name: {{ $root.Values.existingSecret }}
      env:
        - { name: ROLE, value: {{ .role }} }
        - { name: PORT, value: "3000" }
        - { name: HOST, value: 0.0.0.0 }
        - { name: DATA_DIR, value: /data }
        - { name: BASE_URL, value: {{ $root.Values.baseUrl | quote }} }
        {{- if eq .role "web" }}
        - { name: WEB_PROCESSES, value: {{ .values.processes | quote }} }
        {{- end }}
        {{- with $root.Values.otlpEndpoint }}
        - { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
        {{- end }}
        {{- range $name, $value := $root.Values.settings }}
        - { name: {{ $name }}, value: {{ $value | quote }} }
        {{- end }}
      ports:
        - { name: http, containerPort: 3000 }
      # The first start migrates the database, which takes long where it is large.
      startupProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 3
        timeoutSeconds: 3
        failureThreshold: 200
      # Only whether the process answers: a database that is away must not restart every node.
      livenessProbe:
        httpGet: { path: /livez, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 3
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 3
        timeoutSeconds: 3
        failureThreshold: 2
      lifecycle:
        preStop:
          # So long it takes until no proxy sends requests here any more.
          exec: { command: ["sleep", "5"] }
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - name: data
      emptyDir: { sizeLimit: {{ $root.Values.scratch.sizeLimit }} }
    - name: tmp
      emptyDir: { sizeLimit: 1Gi }
  {{- with $root.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
