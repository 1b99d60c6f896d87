/**
 * Words of customer support that stand for each other in Spanish, a group on each line. Compiled by
 * hand, by the subjects that help centres have in common, from the senses that general dictionaries
 * give first; from no document or question of a particular site.
 */
export const es = `
cancelar, anular, rescindir
cancelación, anulación, baja
costo, coste, precio, tarifa, cargo
costar, valer
gratis, gratuito
caro, costoso
barato, económico, asequible
pagar, abonar
pago, abono
comprar, adquirir, pedir
compra, pedido
factura, cuenta
recibo, comprobante
reembolsar, devolver
reembolso, devolución
descuento, rebaja
cupón, vale, promoción
suscripción, membresía, plan
suscriptor, miembro, socio
prueba, demo
depósito, anticipo
cuota, plazo
impuesto, iva
salario, sueldo
dinero, efectivo
tarjeta, crédito
carrito, cesta
tienda, comercio, negocio
sucursal, oficina
vendedor, comerciante
comprador, cliente
cliente, usuario
invitado, visitante
producto, artículo, mercancía
existencias, inventario
enviar, mandar, entregar
envío, entrega
paquete, encomienda
transportista, mensajero
retraso, demora
rastrear, seguimiento
retornar, devolver
cambiar, reemplazar, sustituir
cambio, reemplazo, sustitución
garantía, cobertura
roto, defectuoso, dañado, averiado
daño, avería
perdido, extraviado
perder, extraviar
teléfono, móvil, celular, smartphone
ordenador, computadora, computador, portátil
tableta, tablet
pantalla, monitor
teclado, tecla
altavoz, parlante
auriculares, audífonos, cascos
batería, pila
cargador, adaptador
cable, cordón
enchufe, toma
mando, control
impresora, copiadora
cámara, webcam
foto, imagen, fotografía
película, vídeo, video
sonido, audio, volumen
desactivar, apagar
activar, encender, prender
iniciar, abrir, empezar, comenzar
detener, parar, terminar
reiniciar, restablecer
bloquear, congelar
lento, despacio
rápido, veloz
silencio, silenciar
instalar, configurar
instalación, configuración
ajuste, configuración, opción, preferencia
desinstalar, quitar
actualizar, actualización
versión, edición
aplicación, app, programa, software
navegador, chrome, firefox
sitio, web, página
enlace, link, url
botón, tecla
carpeta, directorio
archivo, fichero, documento
adjunto, anexo
formulario, cuestionario
acceder, ingresar, entrar
acceso, ingreso
registrar, inscribir
registro, inscripción
cuenta, perfil
contraseña, clave
verificar, confirmar
verificación, confirmación
bloqueado, cerrado
desbloquear, liberar
permitir, autorizar
prohibir, impedir
permiso, autorización
administrador, admin
correo, email, mail
mensaje, sms, texto
notificación, aviso, alerta, recordatorio
boletín, newsletter
llamar, telefonear
contactar, comunicar
contacto, atención
hablar, conversar, chatear
respuesta, contestación
responder, contestar
pregunta, consulta, duda
queja, reclamación, reclamo
opinión, reseña, valoración
sugerencia, propuesta, idea
ayuda, asistencia, soporte
agente, asesor, representante
problema, inconveniente, dificultad
error, fallo, falla
reparar, arreglar, solucionar
reparación, arreglo
mantenimiento, servicio
eliminar, borrar, quitar, suprimir
vaciar, limpiar
añadir, agregar
modificar, cambiar, editar
modificación, cambio
copiar, duplicar
mover, trasladar, transferir
mudanza, traslado
guardar, salvar
respaldo, copia
restaurar, recuperar
importar, subir, cargar
exportar, descargar, bajar
compartir, divulgar
recopilar, recoger
conservar, guardar
conservación, almacenamiento
privacidad, confidencialidad
privado, confidencial, personal
seguridad, protección
seguro, protegido
virus, malware
fraude, estafa
robar, robo
ocultar, esconder
mostrar, visualizar
elegir, seleccionar, escoger
encontrar, buscar, localizar
combinar, fusionar, unir
tamaño, dimensión, talla
peso, pesado
grande, enorme
pequeño, chico
máximo, límite, tope
cantidad, número, importe
aumentar, subir
disminuir, reducir, bajar
plazo, vencimiento
vencer, caducar, expirar
caducidad, vencimiento
renovar, prolongar, extender
renovación, prórroga
abierto, apertura
cerrado, cierre
vacaciones, permiso
festivo, feriado
viaje, trayecto
reservar, reserva
cita, reserva
aplazar, posponer
billete, boleto, entrada
equipaje, maleta
hotel, alojamiento
coche, carro, auto, vehículo
aparcar, estacionar, estacionamiento, aparcamiento
dirección, domicilio, ubicación
empresa, compañía, negocio
empleado, trabajador
compañero, colega
jefe, gerente, responsable
empleo, trabajo, puesto
contratar, emplear
renunciar, dimitir
contrato, acuerdo
condiciones, términos
regla, norma, política
ley, legislación
abogado, letrado
indemnización, compensación
médico, doctor
medicamento, medicina
niño, menor
idioma, lengua
traducir, traducción
`
